import type { RefusalParams } from '@app/base';
import type { AccountName, Mode, Transfer } from '@app/domain/ledger';
import type { Tick } from '@app/domain/market';
import type { Amount } from '@app/money';
import type { RefusalCode } from '@app/protocol';
import type { Inventory } from '@app/verifier';
import type { Db, Tx } from '../platform/db/database.ts';
import type { OutboxEvent } from '../platform/db/outbox.ts';
import type { NextId } from '../platform/db/writer.ts';

/** Some markets of one mode with one writer. The name identifies its lease, its bus subject and its house accounts. */
export type Shard = { readonly name: string; readonly mode: Mode };

/**
 * Priority lanes: work that deferred commands wait for comes before those, then closes, cancels and liquidations, then
 * opens, then deferrable work (fan-out, overnight fees, delivery).
 */
export const LANES = ['next', 'first', 'then', 'last'] as const;
export type Lane = (typeof LANES)[number];

/**
 * Command to decide, with the id and time assigned by the loop. `arrivedMs` is when it arrived, by the database's clock
 * as far as known. Key and user are absent where the product created it itself.
 */
export type Input<Command> = {
  readonly id: bigint;
  readonly atMs: number;
  readonly arrivedMs: number;
  readonly command: Command;
  readonly userId: bigint | undefined;
  readonly key: string | undefined;
};

export type Money = { readonly available: Amount; readonly frozen: Amount };

/** Accounts locked by this batch, including the effects of its decisions so far. Undefined for any other account. */
export type Balances = { of(account: AccountName): Money | undefined };

export type Outcome<Rows> =
  | {
      readonly kind: 'done';
      /** Answer sent to the caller. */
      readonly answer: unknown;
      /** Part of the answer stored in the idempotency record: enough for `replayAnswers`. */
      readonly record: unknown;
      readonly transfers: readonly Transfer[];
      readonly rows: Rows;
      /**
       * The effect continues in later batches. The record is written now; the caller is answered once `replayAnswers`
       * has an answer for it.
       */
      readonly continues?: boolean | undefined;
      /** Many more parts follow: they rest while callers are active. */
      readonly isLong?: boolean | undefined;
    }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly params?: RefusalParams | undefined }
  /** Command that needs accounts the batch has not locked. Nothing was changed; it is retried with them. */
  | { readonly kind: 'deferred'; readonly missingAccounts: readonly AccountName[] }
  /** Command for which `mustWait` holds since this batch. Nothing was changed; it is retried in its place. */
  | { readonly kind: 'waiting' };

/** Accounts a batch needs. Those in `each` are required by the command, which is deferred without them. */
export type RequiredAccounts = {
  readonly each: readonly (readonly AccountName[])[];
  /** Accounts probably touched as well; a missing one is detected only where it is used. */
  readonly likelyAccounts: readonly AccountName[];
};

/** New prices: ticks of one sealed block, its time, and what the house held when it was sealed. */
export type Ticks = {
  readonly block: number;
  readonly atMs: number;
  readonly ticks: readonly Tick[];
  readonly inventories: readonly Inventory[];
};

/** A command that a tick or a due time has triggered. No caller waits for it, and it stays until it is decided. */
export type Triggered<Command> = {
  readonly command: Command;
  /** Its identity: while it is pending, the same key triggers nothing. */
  readonly key: string;
  /** User whose later commands wait behind it, if any. */
  readonly userId?: bigint | undefined;
  /**
   * Its form in the inbox, where it is stored if it cannot be decided in the batch of its tick. Undefined if the product
   * derives it again after a reload: from its rows, or from a later tick.
   */
  readonly stored?: { readonly name: string; readonly fields: unknown } | undefined;
};

/** Where a loaded state begins: the block it is as of, and the commands that are stored in the inbox. */
export type LoadedFrom<Command> = { readonly block: number; readonly stored: readonly Command[] };

/** Message published on the bus after the commit. */
export type BusMessage = { readonly subject: string; readonly message: unknown };

/** The types of one product: the only type parameter of the engine. */
export type ProductTypes = {
  readonly State: unknown;
  readonly Command: unknown;
  readonly Facts: unknown;
  readonly Rows: unknown;
};

/**
 * Interface between a product and the engine loop. The loop holds the state and the product changes it, in `decide`,
 * `onTicks`, `applyRefresh` and `readFacts` only; a failed batch discards the state and reloads it, so it must be fully derivable from its rows.
 */
export type EngineProduct<P extends ProductTypes> = {
  /** Opens the house accounts, once per leadership and before `load`. */
  prepare(shard: Shard): Promise<void>;
  /**
   * Loads the state as of a block: its effects are in the rows, those of later blocks are not. Reads long tables in slices
   * (`readSlices`), so that heartbeats go on.
   */
  load(reader: Db, shard: Shard, from: LoadedFrom<P['Command']>): Promise<P['State']>;
  /** Reads settings and markets; called every second outside the loop, so that no batch waits for it. */
  refresh(): Promise<void>;
  /** Adds to the state what `refresh` has read, between two batches. */
  applyRefresh(state: P['State']): void;
  /** Parses a command from the bus or the inbox; throws if it is invalid. */
  readCommand(name: string, fields: unknown): P['Command'];
  laneOf(command: P['Command']): Lane;
  /**
   * Whether the state depends on every tick. If not, ticks that a pause or a takeover has missed are skipped, except the
   * last one of each market.
   */
  needsEveryTick(state: P['State']): boolean;
  /** Applies new ticks, oldest first, and returns the commands they trigger. */
  onTicks(state: P['State'], blocks: readonly Ticks[]): readonly Triggered<P['Command']>[];
  /**
   * Returns the commands due by now, and when to call again. The time is an estimate: `decide` compares the time of its
   * input, and returns `waiting` if that is too early.
   */
  dueCommands(
    state: P['State'],
    nowMs: number,
  ): { readonly commands: readonly Triggered<P['Command']>[]; readonly nextMs: number | undefined };
  /**
   * Whether a command must wait: until an earlier one, whose effect continues, has ended, or for a price from after its
   * arrival. It keeps its place, and all others pass.
   */
  mustWait(state: P['State'], command: P['Command'], arrivedMs: number): boolean;
  requiredAccounts(state: P['State'], commands: readonly Input<P['Command']>[]): RequiredAccounts;
  /** Reads what `decide` needs besides state and balances, in the batch's transaction. */
  readFacts(tx: Tx, state: P['State'], inputs: readonly Input<P['Command']>[]): Promise<P['Facts']>;
  /** Decides a command. Pure except for the state: no clock, no randomness, no I/O. `nextId` numbers new objects. */
  decide(
    state: P['State'],
    input: Input<P['Command']>,
    context: { readonly balances: Balances; readonly facts: P['Facts']; readonly nextId: NextId },
  ): Outcome<P['Rows']>;
  /** Says why a command waited until it was too late; without it, `too_late`. */
  refusalOfLate?(state: P['State'], input: Input<P['Command']>, facts: P['Facts']): RefusalCode;
  /** Returns how much there is to write; a batch ends at the limit. */
  weightOf(rows: P['Rows']): number;
  /** Writes a whole batch in a fixed number of statements, whatever its size. */
  write(tx: Tx, state: P['State'], rows: readonly P['Rows'][]): Promise<void>;
  events(state: P['State'], rows: readonly P['Rows'][]): readonly Omit<OutboxEvent, 'id'>[];
  /**
   * Rebuilds the answers to already executed commands from their records. Undefined for one whose effect continues: its
   * caller waits.
   */
  replayAnswers(tx: Tx, state: P['State'], records: readonly unknown[]): Promise<readonly unknown[]>;
  /** Returns the hints about a batch for the users concerned, after its commit. */
  privateUpdates(state: P['State'], rows: readonly P['Rows'][]): readonly BusMessage[];
  /**
   * Returns public market data, called ten times a second: everything that changed or was not published for a second.
   */
  marketDataUpdates(state: P['State'], nowMs: number): readonly BusMessage[];
};
