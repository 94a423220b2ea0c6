import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { now } from '../../../platform/clock.ts';
import { beatLease, holdLease, type Lease, takeLease } from '../../../platform/lease.ts';
import { transactOn } from '../../../platform/transact.ts';
import { openPriceKey, publishBlock, readBlocks, readChain } from '../block/index.ts';
import { type Feed, listen, type Ready } from './feed.ts';

const STALE_AFTER_MS = 600;
const BEAT_EVERY_MS = 200;

/**
 * Requests leadership of price making. A waiting process reads its sources too, so that it can start at once, and at
 * the owner's time: a quote stamped by a clock that is ahead would make all later ones look old.
 */
export async function tryLeadership(feed: Feed): Promise<void> {
  listen(feed, (await now(feed.db)).getTime());
  const owner = `${hostname()}:${process.pid}`;
  const lease = await takeLease(feed.db, { name: 'feed', owner, staleAfterMs: STALE_AFTER_MS });
  if (lease === undefined) return;
  feed.log.info({ epoch: String(lease.epoch) }, 'lease.acquired');
  // Volume until now is in the other's ticks. Volume that falls between the two is missed, never counted twice.
  feed.latest.forgetVolumes();
  // Recent prices of the earlier leadership are void: the next price is checked against the other's last tick.
  Object.assign(feed, { jumps: new Map(), recents: new Map() });
  feed.term = { lease, sinceMs: performance.now(), ready: undefined };
}

/**
 * Reads the state from which the next block is sealed. The last block may be stored but unpublished, by a predecessor
 * that was killed or by a commit of ours without a response, so it is published again: consumers that have it skip it.
 */
export async function getReady({ db, side, bus, keys }: Feed, lease: Lease): Promise<Ready> {
  const reading = readChain(side);
  await beatUntil(reading, () => beatLease(transactOn(db), lease));
  const chain = await reading;
  for (const block of await readBlocks(side, { from: chain.number, to: chain.number })) publishBlock(bus, block);
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
