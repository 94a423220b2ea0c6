import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { beatLease, type Lease, releaseLease, takeLease } from '../platform/db/lease.ts';
import { transactOnce } from '../platform/db/transact.ts';
import { type BatchSize, createBatchSize } from './batch-size.ts';
import { createInbox, enqueueInbox, enqueueOwn, enqueueRequest } from './gather.ts';
import { loadState } from './load-state.ts';
import { processBatch } from './process-batch.ts';
import type { Ticks } from './product.ts';
import { Queue } from './queue.ts';
import type { ShardMeter } from './shard-meter.ts';
import type { Leadership, ShardDeps } from './shard-parts.ts';
import { subjectOf } from './wire.ts';

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

export function createShard<State, Command, Facts, Rows>(
  deps: ShardDeps<State, Command, Facts, Rows>,
  meter: ShardMeter,
): RunningShard {
  const { shard, db, log } = deps;
  const queue = new Queue<Command>();
  const arrivals = createArrivals();
  let leaseState: 'owner' | 'waiting' | 'loading' = 'waiting';
  let problem: string | undefined;

  let lastEpoch: bigint | undefined;

  const serve = async (lease: Lease, signal: AbortSignal) => {
    // Commands pending here also reached the owner in between, which has answered them.
    if (lastEpoch === undefined || lease.epoch !== lastEpoch + 1n) queue.forget();
    lastEpoch = lease.epoch;
    log.info({ shard: shard.name, epoch: String(lease.epoch) }, 'lease.acquired');
    leaseState = 'loading';
    const leadership = { ...deps, lease, queue, meter, replayLastTicks: arrivals.begin };
    const state = await loadState(leadership);
    arrivals.begin();
    leaseState = 'owner';
    problem = undefined;
    meter.leadership(true);
    await runLeader({ ...leadership, state }, arrivals, signal);
    // If the database is unreachable, the successor waits until the lease is stale.
    await releaseLease(db, lease).catch((error: unknown) => log.warn({ err: error }, 'lease.release_failed'));
  };

  const run = async (signal: AbortSignal) => {
    signal.addEventListener('abort', arrivals.wake, { once: true });
    while (!signal.aborted) {
      try {
        const owner = `${hostname()}:${process.pid}`;
        const lease = await takeLease(db, { name: shard.name, owner, staleAfterMs: STALE_AFTER_MS });
        if (lease !== undefined) await serve(lease, signal);
      } catch (error) {
        problem = String(error);
        log.warn({ shard: shard.name, err: error }, 'engine.leadership_ended');
      }
      leaseState = 'waiting';
      arrivals.end();
      meter.leadership(false);
      if (!signal.aborted) await pause(POLL_EVERY_MS, undefined, { signal }).catch(() => {}); // Ends early on shutdown.
    }
  };
  return {
    run,
    addTicks: arrivals.addTicks,
    check: () => (leaseState === 'waiting' && problem !== undefined ? [`${shard.name}: ${problem}`] : []),
    describe: () => ({ name: shard.name, lease: leaseState, pending: queue.size }),
  };
}

const BLOCKS_MAX = 500;

type ShardArrivals = Arrivals & {
  addTicks(ticks: Ticks): void;
  /** Starts a leadership: delivers the last price of every market, however old, and every tick from now on. */
  begin(): void;
  end(): void;
};

function createArrivals(): ShardArrivals {
  let hasArrivals: boolean = false;
  let isDelivered: boolean = false;
  let wakeUp: () => void = () => {};
  const last = new Map<number, Ticks>();
  let ticks: Ticks[] = [];
  const wake = () => {
    hasArrivals = true;
    wakeUp();
  };
  return {
    addTicks: (more) => {
      for (const tick of more.ticks) last.set(tick.market, { block: more.block, ticks: [tick] });
      if (!isDelivered) return;
      if (ticks.length >= BLOCKS_MAX)
        ticks = [...last.values()]; // The loop is stuck: keep only the last prices.
      else ticks.push(more);
      wake();
    },
    begin: () => {
      isDelivered = true;
      ticks = [...last.values()];
    },
    end: () => {
      isDelivered = false;
      ticks = [];
    },
    takeTicks: () => {
      const taken = ticks;
      ticks = [];
      return taken;
    },
    untilWoken: async (withinMs) => {
      let timeout: NodeJS.Timeout | undefined;
      if (!hasArrivals)
        await new Promise<void>((resolve) => {
          wakeUp = resolve;
          timeout = setTimeout(resolve, withinMs);
        });
      clearTimeout(timeout);
      hasArrivals = false;
    },
    wake,
  };
}

const BEAT_EVERY_MS = 200;
const MARKET_DATA_EVERY_MS = 100;
const INBOX_EVERY_MS = 500;
/** Retry interval of a command whose accounts are locked elsewhere. */
const DEFERRED_EVERY_MS = 5;

/** Input that arrives from outside the loop between two batches. */
type Arrivals = {
  takeTicks(): readonly Ticks[];
  /** Waits until input arrives or the time has passed. */
  untilWoken(withinMs: number): Promise<void>;
  wake(): void;
};

/** Gathers, decides, commits and answers until the signal aborts or the lease is lost, which throws. */
async function runLeader<State, Command, Facts, Rows>(
  leadership: Leadership<State, Command, Facts, Rows>,
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
      const batch = leadership.queue.take(size.now());
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

function publishMarketData<State, Command, Facts, Rows>(
  { product, state, bus, meter, queue, log }: Leadership<State, Command, Facts, Rows>,
  schedule: Schedule,
  nowMs: number,
): void {
  const sinceStartMs = performance.now();
  if (sinceStartMs < schedule.marketDataMs) return;
  schedule.marketDataMs = sinceStartMs + MARKET_DATA_EVERY_MS;
  try {
    for (const { subject, message } of product.marketDataUpdates(state, nowMs)) bus.publish(subject, message);
  } catch (error) {
    log.error({ err: error }, 'engine.market_data_failed'); // Publishing must never stop trading.
  }
  meter.pending(queue.size);
}

/** Returns the time until something is due. */
function restMs<State, Command, Facts, Rows>(
  { queue }: Leadership<State, Command, Facts, Rows>,
  schedule: Schedule,
  { nextDueMs, nowMs }: { readonly nextDueMs: number | undefined; readonly nowMs: number },
): number {
  if (queue.size > 0) return DEFERRED_EVERY_MS;
  const soonest = Math.min(schedule.beatMs, schedule.marketDataMs, schedule.inboxMs) - performance.now();
  return Math.max(0, Math.min(soonest, nextDueMs === undefined ? soonest : nextDueMs - nowMs));
}
