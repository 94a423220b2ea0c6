import { beatLease } from '../platform/lease.ts';
import { transactOnce } from '../platform/transact.ts';
import { type BatchSize, createBatchSize } from './batch-size.ts';
import { createInbox, enqueueInbox, enqueueOwn, enqueueRequest } from './gather.ts';
import { processBatch } from './process-batch.ts';
import type { Ticks } from './product.ts';
import type { Leadership } from './shard-parts.ts';
import { subjectOf } from './wire.ts';

const BEAT_EVERY_MS = 200;
const MARKET_DATA_EVERY_MS = 100;
const INBOX_EVERY_MS = 500;
/** Retry interval of a command whose accounts are locked elsewhere. */
const DEFERRED_EVERY_MS = 5;

/** Input that arrives from outside the loop between two batches. */
export type Arrivals = {
  takeTicks(): readonly Ticks[];
  /** Waits until input arrives or the time has passed. */
  untilWoken(withinMs: number): Promise<void>;
  wake(): void;
};

/** Gathers, decides, commits and answers until the signal aborts or the lease is lost, which throws. */
export async function runLeader<State, Command, Facts, Rows>(
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
