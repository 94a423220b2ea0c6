import type { AccountName, Mode, Transfer } from '@app/domain/ledger';
import { inboxCommand } from '@app/protocol/engine';
import * as z from 'zod/mini';
import type { Bus } from '../platform/bus/bus.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { beatWhile } from '../platform/db/leadership.ts';
import { beatLease, type Lease } from '../platform/db/lease.ts';
import { transactOnce } from '../platform/db/transact.ts';
import type { NextId } from '../platform/db/writer.ts';
import type { Log } from '../platform/process/log.ts';
import type { BlockQueue, ReadBlocksAfter } from './blocks.ts';
import * as store from './engine.store.ts';
import type { LockWaits } from './lock-waits.ts';
import type { ShardMeter } from './meter.ts';
import type { Arrivals, Pace } from './pace.ts';
import type { EngineProduct, Money, ProductTypes, Shard } from './product.ts';
import type { Quarantine } from './quarantine.ts';
import type { Queue } from './queue.ts';

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

export type ShardDeps<P extends ProductTypes> = {
  readonly shard: Shard;
  readonly product: EngineProduct<P>;
  /** Single connection: a successor terminates its backend to fence this process. */
  readonly db: Db;
  /** For anything that may be slow. */
  readonly readPool: Db;
  readonly bus: Bus;
  readonly ledger: EngineLedger;
  readonly nextId: NextId;
  /** Sealed blocks, from the table. */
  readonly blockTable: { readonly readAfter: ReadBlocksAfter; readonly newest: () => Promise<number> };
  readonly log: Log;
  /** Of all shards of this process. */
  readonly arrivals: Arrivals;
  readonly onCheckpoint?: ((point: Checkpoint) => void | Promise<void>) | undefined;
};

/** One period of leading a shard, from acquiring the lease to losing it. Only committed data outlives it. */
export type Leadership<P extends ProductTypes> = ShardDeps<P> & {
  readonly lease: Lease;
  readonly queue: Queue<P>;
  readonly meter: ShardMeter;
  readonly blocks: BlockQueue;
  readonly quarantine: Quarantine;
  readonly lockWaits: LockWaits;
  readonly pace: Pace;
  /** Block cursor as committed, and when, by `performance.now()`; undefined before the shard's first. */
  cursor: { readonly block: number | undefined; readonly atMs: number };
  /** Inbox as of the load: it is enqueued before anything is triggered, so that a stored trigger is known by its key. */
  loadedInbox: store.InboxRow[];
  /** After a failure of unknown cause: how many commands run alone, and until when, by `performance.now()`. */
  alone: { left: number; readonly untilMs: number };
  /** Offset of the database's clock from ours, as of the last heartbeat. */
  aheadMs: number;
  state: P['State'];
};

/** What a load replaces. */
export type Loaded<P extends ProductTypes> = Pick<Leadership<P>, 'state' | 'cursor' | 'loadedInbox'>;
export type Candidacy<P extends ProductTypes> = Omit<Leadership<P>, keyof Loaded<P>>;

/** Interval of heartbeats while no batch sends one. */
export const BEAT_EVERY_MS = 200;

/**
 * Loads the state from rows alone, on another connection: once this process holds the lease, no other process can add
 * rows. Heartbeats continue meanwhile, so that a slow reload does not make the lease stale. From here on the shard takes
 * every block after its cursor; a shard without one has nothing that depends on older prices.
 */
export async function loadState<P extends ProductTypes>(leadership: Candidacy<P>): Promise<Loaded<P>> {
  const { product, shard, readPool, db, lease, queue, blocks, blockTable, meter } = leadership;
  await leadership.onCheckpoint?.('reloading');
  meter.reload();
  const load = async () => {
    await product.prepare(shard);
    const block = await store.readCursor(readPool, shard.name);
    const from = block ?? (await blockTable.newest());
    const loadedInbox = await store.readWholeInbox(readPool, shard.name);
    const state = await product.load(readPool, shard, { block: from, stored: readStored(product, loadedInbox) });
    return { block, from, state, loadedInbox };
  };
  const loading = load();
  const loaded = await beatWhile(loading, {
    everyMs: BEAT_EVERY_MS,
    beat: () => beatLease(transactOnce(db), lease),
  });
  queue.dropOwn();
  blocks.begin(loaded.from);
  const { state, loadedInbox, block } = loaded;
  return { state, loadedInbox, cursor: { block, atMs: performance.now() } };
}

/** Reads the commands of an inbox; one that cannot be read becomes a dead letter when it is enqueued. */
function readStored<P extends ProductTypes>(
  product: EngineProduct<P>,
  inbox: readonly store.InboxRow[],
): readonly P['Command'][] {
  return inbox.flatMap(({ command: rawPayload }) => {
    const { data } = z.safeDecode(inboxCommand, rawPayload as never); // Any input; validated here.
    try {
      return data === undefined ? [] : [product.readCommand(data.name, data.fields)];
    } catch {
      return [];
    }
  });
}
