import { type Candidate, runCandidate } from '../platform/db/leadership.ts';
import { beatLease, Fenced, type Lease } from '../platform/db/lease.ts';
import { transactOnce } from '../platform/db/transact.ts';
import { subjectOf } from './client.ts';
import { type Arrivals, createArrivals, createInbox, enqueueInbox, enqueueOwn, enqueueRequest } from './inputs.ts';
import { BEAT_EVERY_MS, type Leadership, loadState, type ShardDeps } from './leadership.ts';
import type { ShardMeter } from './meter.ts';
import type { ProductTypes, Ticks } from './product.ts';
import { type BatchSize, createBatchSize, Queue } from './queue.ts';
import { processBatch } from './settle.ts';

/**
 * Age at which a silent owner's lease is stale. An owner whose backend is gone loses it at once; one that is only
 * silent may be waiting for a slow disk.
 */
const STALE_AFTER_MS = 2_000;
const POLL_EVERY_MS = 100;

/** A process's role in one shard: its owner, or a candidate waiting for the lease. */
export type RunningShard = {
  /** Runs until the signal aborts, then answers pending commands and releases the lease. */
  run(signal: AbortSignal): Promise<void>;
  /** Receives new sealed ticks. While this process is not the owner, only the last tick of each market is kept. */
  addTicks(ticks: Ticks): void;
  /** Lists health problems. */
  check(): readonly string[];
  describe(): { readonly name: string; readonly lease: 'owner' | 'waiting' | 'loading'; readonly pending: number };
};

export function createShard<P extends ProductTypes>(deps: ShardDeps<P>, meter: ShardMeter): RunningShard {
  const { shard, db, log } = deps;
  const queue = new Queue<P>();
  const arrivals = createArrivals();
  let leaseState: 'owner' | 'waiting' | 'loading' = 'waiting';
  let problem: string | undefined;
  let lastEpoch: bigint | undefined;

  const lead = async (lease: Lease, signal: AbortSignal) => {
    // Commands pending here also reached the leader in between, which has answered them.
    if (lastEpoch === undefined || lease.epoch !== lastEpoch + 1n) queue.forget();
    lastEpoch = lease.epoch;
    leaseState = 'loading';
    try {
      const leadership = { ...deps, lease, queue, meter, replayLastTicks: arrivals.begin };
      const state = await loadState(leadership);
      arrivals.begin();
      leaseState = 'owner';
      problem = undefined;
      meter.leadership(true);
      await runLeader({ ...leadership, state }, arrivals, signal);
    } finally {
      leaseState = 'waiting';
      arrivals.end();
      meter.leadership(false);
    }
  };
  const candidate: Candidate = {
    db,
    name: shard.name,
    log,
    staleAfterMs: STALE_AFTER_MS,
    pauseMs: () => POLL_EVERY_MS,
    lead,
    whileWaiting: () => {
      problem = undefined;
      return Promise.resolve();
    },
    onFailure: (error) => {
      problem = error instanceof Fenced ? undefined : String(error); // Another process leads, and all is well.
    },
  };
  return {
    run: async (signal) => {
      signal.addEventListener('abort', arrivals.wake, { once: true });
      await runCandidate(candidate, signal);
    },
    addTicks: arrivals.addTicks,
    check: () => (leaseState === 'waiting' && problem !== undefined ? [`${shard.name}: ${problem}`] : []),
    describe: () => ({ name: shard.name, lease: leaseState, pending: queue.size }),
  };
}

const MARKET_DATA_EVERY_MS = 100;
const INBOX_EVERY_MS = 500;
/** Retry interval of a command whose accounts are locked elsewhere. */
const DEFERRED_EVERY_MS = 5;

/** Gathers, decides, commits and answers until the signal aborts or the lease is lost, which throws. */
async function runLeader<P extends ProductTypes>(
  leadership: Leadership<P>,
  arrivals: Arrivals,
  signal: AbortSignal,
): Promise<void> {
  const leave = leadership.bus.respond(subjectOf(leadership.shard.name), (rawPayload, reply) => {
    enqueueRequest(leadership, rawPayload, reply);
    arrivals.wake();
  });
  const inbox = createInbox(leadership, arrivals.wake);
  const size = createBatchSize();
  const schedule = { beatMs: 0, marketDataMs: 0, inboxMs: 0 };
  /** Offset of the database's clock from ours, for display and to schedule checks. */
  let aheadMs = 0;
  try {
    while (!signal.aborted || leadership.queue.size > 0) {
      if (signal.aborted) leave(); // New callers get engine_unavailable at once.
      const startedMs = performance.now();
      const nowMs = Date.now() + aheadMs;
      const nextDueMs = enqueueOwn(leadership, { ticks: arrivals.takeTicks(), nowMs });
      await enqueueInbox(leadership, inbox.take());
      if (startedMs >= schedule.inboxMs) {
        inbox.look();
        schedule.inboxMs = startedMs + INBOX_EVERY_MS;
      }
      const batch = leadership.queue.take(size.now(), (command) =>
        leadership.product.mustWait(leadership.state, command),
      );
      if (batch.length > 0) {
        await processBatch(leadership, batch);
        schedule.beatMs = performance.now() + BEAT_EVERY_MS;
        noteSize(size, batch.length, startedMs);
      } else if (startedMs >= schedule.beatMs) {
        const sendRefusals = leadership.queue.takeRefused();
        aheadMs = (await beatLease(transactOnce(leadership.db), leadership.lease)).getTime() - Date.now();
        sendRefusals();
        schedule.beatMs = performance.now() + BEAT_EVERY_MS;
      }
      publishMarketData(leadership, schedule, nowMs);
      if (!leadership.queue.hasNew) await arrivals.untilWoken(restMs(leadership, schedule, { nextDueMs, nowMs }));
    }
  } finally {
    leave();
  }
}

type Schedule = { beatMs: number; marketDataMs: number; inboxMs: number };

const noteSize = (size: BatchSize, commands: number, startedMs: number) =>
  size.note({ size: commands, tookMs: performance.now() - startedMs });

function publishMarketData<P extends ProductTypes>(
  { product, state, bus, meter, queue, log }: Leadership<P>,
  schedule: Schedule,
  nowMs: number,
): void {
  const sinceStartMs = performance.now();
  if (sinceStartMs < schedule.marketDataMs) return;
  schedule.marketDataMs = sinceStartMs + MARKET_DATA_EVERY_MS;
  try {
    for (const { subject, message } of product.marketDataUpdates(state, nowMs)) bus.publishSigned(subject, message);
  } catch (error) {
    log.error({ err: error }, 'engine.market_data_failed'); // Publishing must never stop trading.
  }
  meter.pending(queue.size);
}

/** Returns the time until something is due. */
function restMs<P extends ProductTypes>(
  { queue }: Leadership<P>,
  schedule: Schedule,
  { nextDueMs, nowMs }: { readonly nextDueMs: number | undefined; readonly nowMs: number },
): number {
  if (queue.size > 0) return DEFERRED_EVERY_MS;
  const soonest = Math.min(schedule.beatMs, schedule.marketDataMs, schedule.inboxMs) - performance.now();
  return Math.max(0, Math.min(soonest, nextDueMs === undefined ? soonest : nextDueMs - nowMs));
}
