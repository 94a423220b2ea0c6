import { setTimeout as pause } from 'node:timers/promises';
import { Fenced, releaseLease } from '../../../platform/lease.ts';
import { ResultUnknown } from '../../../platform/transact.ts';
import type { Feed } from './feed.ts';
import { getReady, tryLeadership } from './leadership.ts';
import { sealRound } from './seal-round.ts';

const POLL_EVERY_MS = 100;
/** After this many consecutive failures the owner releases the lease: another process may succeed. */
const FAILURES_MAX = 3;
/** Longer than a waiting successor needs to request the lease, so that it gets it, whichever process failed. */
const REST_MS = 1_000;

/** Waits for the lease, seals a block each round while it holds it, and releases it at the end. */
export async function keepSealing(feed: Feed, signal: AbortSignal): Promise<void> {
  for (let dueMs = performance.now(); !signal.aborted; ) {
    await processBatch(feed).catch((error: unknown) => giveUp(feed, error));
    dueMs += pauseAfter(feed);
    // Rounds start on a fixed beat, however long each takes; rounds that fell behind are skipped.
    const nowMs = performance.now();
    dueMs = Math.max(dueMs, nowMs);
    await pause(dueMs - nowMs, undefined, { signal }).catch(() => {}); // Woken by abort.
  }
  await leave(feed);
}

function pauseAfter({ term, failures, rules }: Feed): number {
  if (term !== undefined) return rules.blockEveryMs;
  return failures >= FAILURES_MAX ? REST_MS : POLL_EVERY_MS;
}

async function leave(feed: Feed): Promise<void> {
  if (feed.term === undefined) return;
  // Without the database the successor waits until the lease is stale.
  await releaseLease(feed.db, feed.term.lease).catch((error: unknown) => warn(feed, error, 'lease.release_failed'));
  feed.term = undefined;
}

async function processBatch(feed: Feed): Promise<void> {
  if (feed.term === undefined) await tryLeadership(feed);
  const { term } = feed;
  if (term !== undefined) {
    term.ready ??= await getReady(feed, term.lease);
    term.ready = await sealRound(feed, term.lease, term.ready);
  }
  Object.assign(feed, { problem: undefined, failures: 0 });
}

/**
 * Handles a failed round. The table is always re-read before the next block; a fenced process loses leadership, and one
 * that keeps failing releases the lease: each retry is a heartbeat and would keep all others from it forever.
 */
async function giveUp(feed: Feed, error: unknown): Promise<void> {
  const isFenced = error instanceof Fenced;
  if (isFenced) feed.term = undefined;
  if (feed.term !== undefined) feed.term.ready = undefined;
  // Rather miss a volume that may be in a stored tick than count it twice.
  if (isFenced || error instanceof ResultUnknown) feed.latest.forgetVolumes();
  feed.problem = isFenced ? undefined : String(error);
  feed.failures = isFenced ? 0 : feed.failures + 1;
  warn(feed, error, 'feed.round_failed');
  if (feed.failures >= FAILURES_MAX) await leave(feed);
}

const warn = ({ log }: Feed, error: unknown, message: string) => log.warn({ err: error }, message);
