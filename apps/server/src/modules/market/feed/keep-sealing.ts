import { setTimeout as pause } from 'node:timers/promises';
import { Fenced, releaseLease } from '../../../platform/lease.ts';
import { ResultUnknown } from '../../../platform/transact.ts';
import type { Feed } from './feed.ts';
import { getReady, tryLeadership } from './leadership.ts';
import { sealRound } from './seal-round.ts';

const POLL_EVERY_MS = 100;
/** Who fails so often in a row does not own for the sake of owning: another may be able to. */
const FAILURES_MAX = 3;
/** Longer than a successor that waits needs to ask, whether it failed here or there. */
const REST_MS = 1_000;

/** Waits for the lease, seals a block each round while it is held, and gives it back at the end. */
export async function keepSealing(feed: Feed, signal: AbortSignal): Promise<void> {
  for (let dueMs = performance.now(); !signal.aborted; ) {
    await processBatch(feed).catch((error: unknown) => giveUp(feed, error));
    dueMs += pauseAfter(feed);
    // Rounds begin on a beat, however long each takes; those that could not be kept up with are left out.
    const nowMs = performance.now();
    dueMs = Math.max(dueMs, nowMs);
    await pause(dueMs - nowMs, undefined, { signal }).catch(() => {}); // Woken by the end.
  }
  await leave(feed);
}

function pauseAfter({ term, failures, rules }: Feed): number {
  if (term !== undefined) return rules.blockEveryMs;
  return failures >= FAILURES_MAX ? REST_MS : POLL_EVERY_MS;
}

async function leave(feed: Feed): Promise<void> {
  if (feed.term === undefined) return;
  // Without the database the successor simply waits until the lease is stale.
  await releaseLease(feed.db, feed.term.lease).catch((error: unknown) => warn(feed, error, 'not released'));
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
 * Whatever failed, the table is read before the next block; whoever was fenced is owner no more, and whoever fails again
 * and again gives the lease back: each try was a heartbeat, and would keep everybody else from it for ever.
 */
async function giveUp(feed: Feed, error: unknown): Promise<void> {
  const isFenced = error instanceof Fenced;
  if (isFenced) feed.term = undefined;
  if (feed.term !== undefined) feed.term.ready = undefined;
  // A volume that may stand in a stored tick is rather missed than told twice.
  if (isFenced || error instanceof ResultUnknown) feed.latest.forgetVolumes();
  feed.problem = isFenced ? undefined : String(error);
  feed.failures = isFenced ? 0 : feed.failures + 1;
  warn(feed, error, 'a round failed');
  if (feed.failures >= FAILURES_MAX) await leave(feed);
}

const warn = ({ log }: Feed, error: unknown, message: string) => log.warn({ err: error }, message);
