import type { RefusalParams } from '@app/base';
import type { AccountName, Book, Transfer } from '@app/domain/ledger';
import type { Tick } from '@app/domain/market';
import type { Amount } from '@app/money';
import type { RefusalCode } from '@app/protocol';
import type { Reader, Tx } from '../platform/database.ts';
import type { OutboxEvent } from '../platform/outbox.ts';
import type { NextId } from '../platform/writer.ts';

/** Some markets of one book, with one writer. The name is its lease's, its bus subject's and its house accounts'. */
export type Shard = { readonly name: string; readonly book: Book };

/** Closes, cancels and liquidations come first, then opens, then what may wait: fan-out, overnight fees, delivery. */
export const LANES = ['first', 'then', 'last'] as const;
export type Lane = (typeof LANES)[number];

/** Something to decide, with the id and the time the loop gave it. Nobody's key and user where the product made it itself. */
export type Input<Command> = {
  readonly id: bigint;
  readonly atMs: number;
  readonly command: Command;
  readonly userId: bigint | undefined;
  readonly key: string | undefined;
};

export type Money = { readonly available: Amount; readonly frozen: Amount };

/** The accounts this batch has locked, as they stand after what it has decided so far. Another's is undefined. */
export type Balances = { of(account: AccountName): Money | undefined };

export type Outcome<Rows> =
  | {
      readonly kind: 'done';
      /** What the caller is told. */
      readonly answer: unknown;
      /** What the idempotency record keeps of it: enough for `recall`. */
      readonly record: unknown;
      readonly transfers: readonly Transfer[];
      readonly rows: Rows;
    }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly params?: RefusalParams | undefined }
  /** It needs accounts that the batch has not locked. Nothing was changed; it is tried again with them. */
  | { readonly kind: 'deferred'; readonly missingAccounts: readonly AccountName[] };

/** Which accounts a batch needs. Those of `each` are a command's own; without them it waits. */
export type RequiredAccounts = {
  readonly each: readonly (readonly AccountName[])[];
  /** Probably touched as well; one that is missing is only noticed where it matters. */
  readonly likelyAccounts: readonly AccountName[];
};

/** What became known of prices: every tick of some sealed blocks. */
export type Ticks = { readonly block: number; readonly ticks: readonly Tick[] };

/** Said on the bus after the commit. */
export type BusMessage = { readonly subject: string; readonly message: unknown };

/**
 * What a product brings to the loop. State is the loop's to keep and the product's to change, in `decide` and `hear`
 * only; a batch that fails throws it away and loads it anew, so nothing in it may be worth more than its rows.
 */
export type EngineProduct<State, Command, Facts, Rows> = {
  /** Once per term and before `load`: opens the accounts of the house. */
  prepare(shard: Shard): Promise<void>;
  load(reader: Reader, shard: Shard): Promise<State>;
  /** From the bus or the inbox; throws where it is none. */
  readCommand(name: string, fields: unknown): Command;
  laneOf(command: Command): Lane;
  /** Takes new ticks, oldest first, and says what they set off. */
  onTicks(state: State, marketDataUpdates: readonly Ticks[]): readonly Command[];
  /** What is due by now, and when to ask again. */
  dueCommands(
    state: State,
    nowMs: number,
  ): { readonly commands: readonly Command[]; readonly nextMs: number | undefined };
  requiredAccounts(state: State, commands: readonly Input<Command>[]): RequiredAccounts;
  /** What `decide` must know besides state and balances, read in the batch's own transaction. */
  readFacts(tx: Tx, state: State, inputs: readonly Input<Command>[]): Promise<Facts>;
  /** Pure but for the state: no clock, no chance, nothing outside. `nextId` numbers what it makes. */
  decide(
    state: State,
    input: Input<Command>,
    context: { readonly balances: Balances; readonly facts: Facts; readonly nextId: NextId },
  ): Outcome<Rows>;
  /** How much there is to write: a batch ends where it becomes too much. */
  weightOf(rows: Rows): number;
  /** Everything of a batch in a fixed number of statements, whatever its size. */
  write(tx: Tx, state: State, rows: readonly Rows[]): Promise<void>;
  events(state: State, rows: readonly Rows[]): readonly Omit<OutboxEvent, 'id'>[];
  /** The answers to commands that had their effect before, from their records. */
  replayAnswers(tx: Tx, state: State, records: readonly unknown[]): Promise<readonly unknown[]>;
  /** What callers' screens are told of a batch, after its commit. */
  privateUpdates(state: State, rows: readonly Rows[]): readonly BusMessage[];
  /** What everybody is told, asked for ten times a second: what changed, and what was not said for a second. */
  marketDataUpdates(state: State, nowMs: number): readonly BusMessage[];
};
