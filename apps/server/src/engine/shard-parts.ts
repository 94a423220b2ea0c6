import type { AccountName, Mode, Transfer } from '@app/domain/ledger';
import type { Bus } from '../platform/bus/bus.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import type { Lease } from '../platform/db/lease.ts';
import type { NextId } from '../platform/db/writer.ts';
import type { Log } from '../platform/process/log.ts';
import type { EngineProduct, Money, Shard } from './product.ts';
import type { Queue } from './queue.ts';
import type { ShardMeter } from './shard-meter.ts';

/** Part of the ledger's public API that the loop uses; the composition root injects the ledger itself. */
export type EngineLedger = {
  lockAvailable(
    tx: Tx,
    mode: Mode,
    names: readonly AccountName[],
  ): Promise<{
    readonly locked: readonly (AccountName & Money)[];
    readonly busy: readonly AccountName[];
    readonly missing: readonly AccountName[];
  }>;
  lockWithWait(tx: Tx, mode: Mode, names: readonly AccountName[]): Promise<void>;
  post(tx: Tx, transfers: readonly Transfer[]): Promise<unknown>;
};

/** Progress points of a batch, for test rigs that kill a process at the worst moment. */
export const CHECKPOINTS = ['gathered', 'locked', 'decided', 'committing', 'committed', 'reloading'] as const;
export type Checkpoint = (typeof CHECKPOINTS)[number];

export type ShardDeps<State, Command, Facts, Rows> = {
  readonly shard: Shard;
  readonly product: EngineProduct<State, Command, Facts, Rows>;
  /** Single connection: a successor terminates its backend to fence this process. */
  readonly db: Db;
  /** For anything that may be slow. */
  readonly readPool: Db;
  readonly bus: Bus;
  readonly ledger: EngineLedger;
  readonly nextId: NextId;
  readonly log: Log;
  readonly onCheckpoint?: (point: Checkpoint) => void | Promise<void>;
};

/** One period of owning a shard, from acquiring the lease to losing it. Only committed data outlives it. */
export type Leadership<State, Command, Facts, Rows> = ShardDeps<State, Command, Facts, Rows> & {
  readonly lease: Lease;
  readonly queue: Queue<Command>;
  readonly meter: ShardMeter;
  /** Replays the last ticks, because a reloaded state has no prices. */
  readonly replayLastTicks: () => void;
  state: State;
};
