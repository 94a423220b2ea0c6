import { setTimeout as pause } from 'node:timers/promises';
import { now } from '../../../platform/db/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { beatWhile, runCandidate } from '../../../platform/db/leadership.ts';
import { beatLease, disableSyncCommit, Fenced, holdLease, type Lease } from '../../../platform/db/lease.ts';
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
import { type Feed, type FeedLeadership, listen, type Ready } from './feed.ts';
import { makeTicks } from './make-ticks.ts';

const POLL_EVERY_MS = 100;
const STALE_AFTER_MS = 600;
const BEAT_EVERY_MS = 200;
/** After this many consecutive failures the leader releases the lease: another process may succeed. */
const FAILURES_MAX = 3;
/** Longer than a waiting successor needs to request the lease, so that it gets it, whichever process failed. */
const REST_MS = 1_000;

/**
 * Waits for the lease, seals a block each round while it holds it, and releases it at the end. A waiting process reads
 * its sources too, so that it can start at once, and at the leader's time: a quote stamped by a clock that is ahead
 * would make all later ones look old.
 */
export async function keepSealing(feed: Feed, signal: AbortSignal): Promise<void> {
  await runCandidate(
    {
      db: feed.db,
      name: 'feed',
      log: feed.log,
      staleAfterMs: STALE_AFTER_MS,
      pauseMs: () => (feed.failures >= FAILURES_MAX ? REST_MS : POLL_EVERY_MS),
      whileWaiting: async () => {
        listen(feed, (await now(feed.db)).getTime());
        noteSuccess(feed);
      },
      lead: (lease, stopping) => sealRounds(feed, lease, stopping),
      onFailure: (error) => noteFailure(feed, error),
    },
    signal,
  );
}

/** Seals rounds until the signal aborts or too many have failed. Throws once another process leads. */
async function sealRounds(feed: Feed, lease: Lease, signal: AbortSignal): Promise<void> {
  // Volume until now is in the other's ticks. Volume that falls between the two is missed, never counted twice.
  feed.latest.forgetVolumes();
  // Recent prices of the earlier leadership are void: the next price is checked against the other's last tick.
  Object.assign(feed, { jumps: new Map(), recents: new Map() });
  const leadership: FeedLeadership = { lease, sinceMs: performance.now(), ready: undefined };
  feed.leadership = leadership;
  try {
    for (let dueMs = performance.now(); !signal.aborted; ) {
      await sealOnce(feed, leadership);
      if (feed.failures >= FAILURES_MAX) return;
      // Rounds start on a fixed beat, however long each takes; rounds that fell behind are skipped.
      const nowMs = performance.now();
      dueMs = Math.max(dueMs + feed.rules.blockEveryMs, nowMs);
      await pause(dueMs - nowMs, undefined, { signal }).catch(() => {}); // Woken by abort.
    }
  } finally {
    feed.leadership = undefined;
  }
}

/**
 * Runs one round. After a failure the table is read again before the next block. A leader that keeps failing gives up:
 * each retry is a heartbeat and would keep all others from the lease forever.
 */
async function sealOnce(feed: Feed, leadership: FeedLeadership): Promise<void> {
  try {
    leadership.ready ??= await getReady(feed, leadership.lease);
    leadership.ready = await sealRound(feed, leadership.lease, leadership.ready);
    noteSuccess(feed);
  } catch (error) {
    if (error instanceof Fenced) throw error;
    leadership.ready = undefined;
    noteFailure(feed, error);
    feed.log.warn({ err: error }, 'feed.round_failed');
  }
}

function noteSuccess(feed: Feed): void {
  feed.problem = undefined;
  feed.failures = 0;
}

function noteFailure(feed: Feed, error: unknown): void {
  const isFenced = error instanceof Fenced;
  // Rather miss a volume that may be in a stored tick than count it twice.
  if (isFenced || error instanceof ResultUnknown) feed.latest.forgetVolumes();
  feed.problem = isFenced ? undefined : String(error);
  feed.failures = isFenced ? 0 : feed.failures + 1;
}

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
    await disableSyncCommit(tx); // A heartbeat: losing it costs nothing.
    return undefined;
  }
  const sealed = await sealBlock(tx, chain, { atMs: nowMs, ticks, signer, evidence: feed.evidence });
  const isHead = isHeadDue(chain, sealed.block, feed.headEveryMs);
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

/**
 * Reads the state from which the next block is sealed. The last block may be stored but unpublished, by a predecessor
 * that was killed or by a commit of ours without a response, so it is published again: consumers that have it skip it.
 */
async function getReady({ db, readPool, bus, keys }: Feed, lease: Lease): Promise<Ready> {
  const beat = () => beatLease(transactOn(db), lease);
  const chain = await beatWhile(readChain(readPool), { everyMs: BEAT_EVERY_MS, beat });
  for (const block of await readBlocks(readPool, { from: chain.number, to: chain.number })) publishBlock(bus, block);
  const signer = await transactOn(db)(async (tx) => {
    await holdLease(tx, lease);
    const opening = await openPriceKey(tx, keys);
    await opening(tx); // No readiness without a signing key.
    return opening;
  });
  return { chain, signer };
}
