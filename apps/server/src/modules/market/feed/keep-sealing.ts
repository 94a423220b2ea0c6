import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { now } from '../../../platform/db/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { beatLease, Fenced, holdLease, type Lease, releaseLease, takeLease } from '../../../platform/db/lease.ts';
import { ResultUnknown, transactOn } from '../../../platform/db/transact.ts';
import {
  isHeadDue,
  openPriceKey,
  publishBlock,
  publishHead,
  readBlocks,
  readChain,
  type Sealed,
  sealBlock,
  sealHead,
} from '../block/index.ts';
import { type Feed, listen, type Ready } from './feed.ts';
import { makeTicks } from './make-ticks.ts';

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

function pauseAfter({ leadership, failures, rules }: Feed): number {
  if (leadership !== undefined) return rules.blockEveryMs;
  return failures >= FAILURES_MAX ? REST_MS : POLL_EVERY_MS;
}

async function leave(feed: Feed): Promise<void> {
  if (feed.leadership === undefined) return;
  // Without the database the successor waits until the lease is stale.
  await releaseLease(feed.db, feed.leadership.lease).catch((error: unknown) =>
    warn(feed, error, 'lease.release_failed'),
  );
  feed.leadership = undefined;
}

async function processBatch(feed: Feed): Promise<void> {
  if (feed.leadership === undefined) await tryLeadership(feed);
  const { leadership } = feed;
  if (leadership !== undefined) {
    leadership.ready ??= await getReady(feed, leadership.lease);
    leadership.ready = await sealRound(feed, leadership.lease, leadership.ready);
  }
  Object.assign(feed, { problem: undefined, failures: 0 });
}

/**
 * Handles a failed round. The table is always re-read before the next block; a fenced process loses leadership, and one
 * that keeps failing releases the lease: each retry is a heartbeat and would keep all others from it forever.
 */
async function giveUp(feed: Feed, error: unknown): Promise<void> {
  const isFenced = error instanceof Fenced;
  if (isFenced) feed.leadership = undefined;
  if (feed.leadership !== undefined) feed.leadership.ready = undefined;
  // Rather miss a volume that may be in a stored tick than count it twice.
  if (isFenced || error instanceof ResultUnknown) feed.latest.forgetVolumes();
  feed.problem = isFenced ? undefined : String(error);
  feed.failures = isFenced ? 0 : feed.failures + 1;
  warn(feed, error, 'feed.round_failed');
  if (feed.failures >= FAILURES_MAX) await leave(feed);
}

const warn = ({ log }: Feed, error: unknown, message: string) => log.warn({ err: error }, message);

type Work = Sealed & { readonly isHead: boolean };

/**
 * Seals what is due and returns the state for the next round. A block is published, also to this process's own candles,
 * only once it is known to be stored.
 */
async function sealRound(feed: Feed, lease: Lease, ready: Ready): Promise<Ready> {
  const work = await transactOn(feed.db)(async (tx) => {
    await holdLease(tx, lease);
    return await sealDue(tx, feed, ready);
  });
  if (work === undefined) return ready;
  publishSealed(feed, work);
  return { ...ready, chain: work.chain };
}

/** Seals the due ticks; if there are none, the transaction was only a heartbeat. */
async function sealDue(tx: Tx, feed: Feed, { chain, signer }: Ready): Promise<Work | undefined> {
  const nowMs = (await now(tx)).getTime();
  listen(feed, nowMs);
  const { ticks, jumps, recents } = makeTicks({ ...feed, lastTicks: chain.lastTicks, nowMs });
  Object.assign(feed, { jumps, recents });
  if (ticks.length === 0) {
    await commitWithoutWaiting(tx);
    return undefined;
  }
  const sealed = await sealBlock(tx, chain, { atMs: nowMs, ticks, signer });
  const isHead = isHeadDue(chain, sealed.block);
  if (isHead) await sealHead(tx, sealed.chain);
  return { ...sealed, isHead };
}

/** Updates local state before publishing: if publishing failed first, the volume would be sealed again. */
function publishSealed({ bus, latest, sealed, onBlock }: Feed, { block, isHead }: Work): void {
  latest.spend(block.ticks);
  sealed.blocks += 1;
  sealed.ticks += block.ticks.length;
  sealed.lastAtMs = block.atMs;
  sealed.lastHereMs = performance.now();
  onBlock(block);
  publishBlock(bus, block);
  if (isHead) publishHead(bus, block);
}

const STALE_AFTER_MS = 600;
const BEAT_EVERY_MS = 200;

/**
 * Requests leadership of price making. A waiting process reads its sources too, so that it can start at once, and at
 * the owner's time: a quote stamped by a clock that is ahead would make all later ones look old.
 */
async function tryLeadership(feed: Feed): Promise<void> {
  listen(feed, (await now(feed.db)).getTime());
  const owner = `${hostname()}:${process.pid}`;
  const lease = await takeLease(feed.db, { name: 'feed', owner, staleAfterMs: STALE_AFTER_MS });
  if (lease === undefined) return;
  feed.log.info({ epoch: String(lease.epoch) }, 'lease.acquired');
  // Volume until now is in the other's ticks. Volume that falls between the two is missed, never counted twice.
  feed.latest.forgetVolumes();
  // Recent prices of the earlier leadership are void: the next price is checked against the other's last tick.
  Object.assign(feed, { jumps: new Map(), recents: new Map() });
  feed.leadership = { lease, sinceMs: performance.now(), ready: undefined };
}

/**
 * Reads the state from which the next block is sealed. The last block may be stored but unpublished, by a predecessor
 * that was killed or by a commit of ours without a response, so it is published again: consumers that have it skip it.
 */
async function getReady({ db, readPool, bus, keys }: Feed, lease: Lease): Promise<Ready> {
  const reading = readChain(readPool);
  await beatUntil(reading, () => beatLease(transactOn(db), lease));
  const chain = await reading;
  for (const block of await readBlocks(readPool, { from: chain.number, to: chain.number })) publishBlock(bus, block);
  const signer = await transactOn(db)(async (tx) => {
    await holdLease(tx, lease);
    const opening = await openPriceKey(tx, keys);
    await opening(tx); // No readiness without a signing key.
    return opening;
  });
  return { chain, signer };
}

/**
 * Sends heartbeats during a slow recovery, so that it does not look silent: two processes that each found the other
 * silent would alternate forever.
 */
async function beatUntil(done: Promise<unknown>, beat: () => Promise<unknown>): Promise<void> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  const settled = done.then(end, end);
  while (!isDone) {
    await beat();
    await Promise.race([settled, pause(BEAT_EVERY_MS)]);
  }
}

/** Disables the wait for disk in a heartbeat-only transaction: losing it costs nothing. */
async function commitWithoutWaiting(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
}
