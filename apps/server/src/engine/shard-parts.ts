import type { AccountName, Book, Transfer } from '@app/domain/ledger';
import type { Bus } from '../platform/bus.ts';
import type { Db, Tx } from '../platform/database.ts';
import type { Lease } from '../platform/lease.ts';
import type { Log } from '../platform/log.ts';
import type { NextId } from '../platform/writer.ts';
import type { EngineProduct, Money, Shard } from './product.ts';
import type { Queue } from './queue.ts';
import type { ShardMeter } from './shard-meter.ts';

/** The ledger's door as the loop uses it; the composition gives the ledger itself. */
export type EngineLedger = {
  lockAvailable(
    tx: Tx,
    book: Book,
    names: readonly AccountName[],
  ): Promise<{
    readonly locked: readonly (AccountName & Money)[];
    readonly busy: readonly AccountName[];
    readonly missing: readonly AccountName[];
  }>;
  lockWithWait(tx: Tx, book: Book, names: readonly AccountName[]): Promise<void>;
  post(tx: Tx, transfers: readonly Transfer[]): Promise<unknown>;
};

/** Where a batch has got to; rigs that end a process at the worst moment ask to be called. */
export const CHECKPOINTS = ['gathered', 'locked', 'decided', 'committing', 'committed', 'reloading'] as const;
export type Checkpoint = (typeof CHECKPOINTS)[number];

export type ShardDeps<State, Command, Facts, Rows> = {
  readonly shard: Shard;
  readonly product: EngineProduct<State, Command, Facts, Rows>;
  /** One connection: its backend is what a successor ends. */
  readonly db: Db;
  /** For whatever may be slow. */
  readonly side: Db;
  readonly bus: Bus;
  readonly ledger: EngineLedger;
  readonly nextId: NextId;
  readonly log: Log;
  readonly onCheckpoint?: (point: Checkpoint) => void | Promise<void>;
};

/** One time of owning a shard: from the lease to its loss. Nothing of it outlives it but what is committed. */
export type Leadership<State, Command, Facts, Rows> = ShardDeps<State, Command, Facts, Rows> & {
  readonly lease: Lease;
  readonly queue: Queue<Command>;
  readonly meter: ShardMeter;
  /** A state that was loaded anew knows no price: the last ones are heard again. */
  readonly replayLastTicks: () => void;
  state: State;
};
