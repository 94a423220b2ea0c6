import { type Candidate, runCandidate } from '../platform/db/leadership.ts';
import { disableSyncCommit, Fenced, holdLease, type Lease } from '../platform/db/lease.ts';
import { transactOnce } from '../platform/db/transact.ts';
import { storeExcess, writeProgress } from './batch.ts';
import { createBlockQueue } from './blocks.ts';
import { subjectOf } from './client.ts';
import { type Alarm, createAlarm, createInbox, enqueueInbox, enqueueRequest, enqueueTriggered } from './inputs.ts';
import { BEAT_EVERY_MS, type Leadership, loadState, type ShardDeps } from './leadership.ts';
import { LockWaits } from './lock-waits.ts';
import type { ShardMeter } from './meter.ts';
import { Pace } from './pace.ts';
import type { ProductTypes, Ticks } from './product.ts';
import { createQuarantine } from './quarantine.ts';
import { type BatchSize, createBatchSize, type PendingCommand, Queue } from './queue.ts';
import { isAlone, processBatch } from './settle.ts';

/**
 * Age at which a silent owner's lease is stale. An owner whose backend is gone loses it at once; one that is only
 * silent may be waiting for a slow disk, or collecting the garbage of a million orders (1.5 s). A takeover for nothing
 * costs the load of the whole state.
 */
const STALE_AFTER_MS = 4_000;
const POLL_EVERY_MS = 100;

/** A process's role in one shard: its owner, or a candidate waiting for the lease. */
export type RunningShard = {
  /** Runs until the signal aborts, then answers pending commands and releases the lease. */
  run(signal: AbortSignal): Promise<void>;
  /** Receives new sealed blocks. Those that are missed here are read from the table. */
  addBlocks(blocks: readonly Ticks[]): void;
  /** Lists health problems. */
  check(): readonly string[];
  describe(): { readonly name: string; readonly lease: 'owner' | 'waiting' | 'loading'; readonly pending: number };
};

export function createShard<P extends ProductTypes>(deps: ShardDeps<P>, meter: ShardMeter): RunningShard {
  const { shard, db, log } = deps;
  const queue = new Queue<P>();
  const alarm = createAlarm();
  const onError = (error: unknown) => log.warn({ shard: shard.name, err: error }, 'engine.blocks_failed');
  const blocks = createBlockQueue({ readAfter: deps.blockTable.readAfter, wake: alarm.wake, onError });
  let behindSinceMs: number | undefined;
  let leaseState: 'owner' | 'waiting' | 'loading' = 'waiting';
  let problem: string | undefined;
  let lastEpoch: bigint | undefined;

  const lead = async (lease: Lease, signal: AbortSignal) => {
    // Commands pending here also reached the leader in between, which has answered them.
    if (lastEpoch === undefined || lease.epoch !== lastEpoch + 1n) queue.forget();
    lastEpoch = lease.epoch;
    leaseState = 'loading';
    try {
      const alone = { left: 0, untilMs: 0 };
      const quarantine = createQuarantine();
      const lockWaits = new LockWaits();
      const pace = new Pace(deps.arrivals);
      const candidacy = { ...deps, lease, queue, meter, blocks, quarantine, lockWaits, pace, alone, aheadMs: 0 };
      const leadership: Leadership<P> = { ...candidacy, ...(await loadState(candidacy)) };
      leaseState = 'owner';
      problem = undefined;
      meter.leadership(true);
      await runLeader(leadership, alarm, signal);
    } finally {
      leaseState = 'waiting';
      blocks.end();
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
      signal.addEventListener('abort', alarm.wake, { once: true });
      await runCandidate(candidate, signal);
    },
    addBlocks: blocks.add,
    check: () => {
      behindSinceMs = leaseState === 'owner' && blocks.isBehind ? (behindSinceMs ?? performance.now()) : undefined;
      const isLate = behindSinceMs !== undefined && performance.now() - behindSinceMs > BEHIND_MS_MAX;
      return [
        ...(leaseState === 'waiting' && problem !== undefined ? [`${shard.name}: ${problem}`] : []),
        ...(isLate ? [`${shard.name}: replays prices, and is at block ${blocks.last}`] : []),
      ];
    },
    describe: () => ({ name: shard.name, lease: leaseState, pending: queue.size }),
  };
}

/** Time of replaying missed prices after which health reports it. Requests wait meanwhile. */
const BEHIND_MS_MAX = 10_000;

/** A waiting request is answered as too late once no difference of clocks can matter. */
const TOO_LATE_MARGIN_MS = 1_000;

const MARKET_DATA_EVERY_MS = 100;
const INBOX_EVERY_MS = 500;
/** Retry interval of commands whose accounts are locked elsewhere; a tenth of the time since the first was deferred. */
const DEFERRED_EVERY_MS = 5;
const DEFERRED_EVERY_MS_MAX = 100;

/** Gathers, decides, commits and answers until the signal aborts or the lease is lost, which throws. */
async function runLeader<P extends ProductTypes>(
  leadership: Leadership<P>,
  alarm: Alarm,
  signal: AbortSignal,
): Promise<void> {
  const leave = leadership.bus.respond(subjectOf(leadership.shard.name), (rawPayload, reply) => {
    enqueueRequest(leadership, rawPayload, reply);
    alarm.wake();
  });
  const inbox = createInbox(leadership, alarm.wake);
  const size = createBatchSize();
  const schedule = { beatMs: 0, marketDataMs: 0, inboxMs: 0 };
  // Prices come before requests: while blocks are missing, requests wait in their place, until they are too late.
  const mustWait = ({ command, record, notAfterMs, arrivedMs = 0 }: PendingCommand<P>) => {
    if (record !== undefined && Date.now() + leadership.aheadMs > notAfterMs + TOO_LATE_MARGIN_MS) return false;
    const isEarly = record !== undefined && leadership.blocks.isBehind;
    return isEarly || leadership.product.mustWait(leadership.state, command, arrivedMs);
  };
  try {
    while (!signal.aborted || leadership.queue.hasRequests) {
      if (signal.aborted) leave(); // New callers get engine_unavailable at once.
      const startedMs = performance.now();
      const nowMs = Date.now() + leadership.aheadMs;
      leadership.product.applyRefresh(leadership.state);
      await enqueueInbox(leadership, leadership.loadedInbox.splice(0));
      const nextDueMs = enqueueTriggered(leadership, nowMs);
      await storeExcess(leadership);
      await enqueueInbox(leadership, inbox.take());
      if (startedMs >= schedule.inboxMs) {
        inbox.look();
        schedule.inboxMs = startedMs + INBOX_EVERY_MS * (1 + leadership.queue.inboxIds.length / 1_000);
      }
      const isResting = leadership.pace.isResting(startedMs);
      const batch = leadership.queue.take(isAlone(leadership) ? 1 : size.now(), mustWait, isResting);
      let hasSettled = false;
      if (batch.length > 0) {
        hasSettled = await processBatch(leadership, batch);
        leadership.alone.left -= 1;
        schedule.beatMs = performance.now() + BEAT_EVERY_MS;
        noteBatch(leadership, size, batch, startedMs);
      } else if (startedMs >= schedule.beatMs) {
        const sendRefusals = leadership.queue.takeRefused();
        const beforeMs = Date.now(); // Rather too late than too early: no price from before its arrival serves a command.
        leadership.aheadMs = (await beat(leadership)).getTime() - beforeMs;
        sendRefusals();
        schedule.beatMs = performance.now() + BEAT_EVERY_MS;
      }
      publishMarketData(leadership, schedule, nowMs);
      // What was settled may have made something else due.
      if (!hasSettled && !leadership.queue.hasNew(leadership.pace.isResting(performance.now())))
        await alarm.untilWoken(restMs(leadership, schedule, { nextDueMs, nowMs }));
    }
    const sendRefusals = leadership.queue.takeRefused();
    await beat(leadership);
    sendRefusals();
  } finally {
    leave();
  }
}

/**
 * Holds the lease while there is nothing to decide, and moves the block cursor. Losing the commit loses nothing: the
 * blocks are replayed.
 */
async function beat<P extends ProductTypes>(leadership: Leadership<P>): Promise<Date> {
  const { now, noteProgress } = await transactOnce(leadership.db)(async (tx) => {
    await disableSyncCommit(tx);
    const held = await holdLease(tx, leadership.lease);
    return { now: held, noteProgress: await writeProgress(tx, leadership, { hasEffects: false }) };
  });
  noteProgress();
  return now;
}

type Schedule = { beatMs: number; marketDataMs: number; inboxMs: number };

function noteBatch<P extends ProductTypes>(
  { pace }: Leadership<P>,
  size: BatchSize,
  batch: readonly PendingCommand<P>[],
  startedMs: number,
): void {
  const nowMs = performance.now();
  size.note({ size: batch.length, tookMs: nowMs - startedMs });
  pace.note(batch, nowMs - startedMs, nowMs);
}

function publishMarketData<P extends ProductTypes>(
  { product, state, bus, meter, queue, blocks, log }: Leadership<P>,
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
  meter.block(blocks.last);
}

/** Returns the time until something is due. */
function restMs<P extends ProductTypes>(
  { queue }: Leadership<P>,
  schedule: Schedule,
  { nextDueMs, nowMs }: { readonly nextDueMs: number | undefined; readonly nowMs: number },
): number {
  if (queue.size > 0) return Math.min(Math.max(queue.deferredForMs / 10, DEFERRED_EVERY_MS), DEFERRED_EVERY_MS_MAX);
  const soonest = Math.min(schedule.beatMs, schedule.marketDataMs, schedule.inboxMs) - performance.now();
  // What is due already was refused just now: it fires again, but not at once.
  const dueInMs = nextDueMs === undefined ? soonest : Math.max(nextDueMs - nowMs, DEFERRED_EVERY_MS);
  return Math.max(0, Math.min(soonest, dueInMs));
}
