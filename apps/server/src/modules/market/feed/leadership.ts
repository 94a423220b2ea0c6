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
 * Asks to be the one that makes prices. Who waits hears its sources all the same, so that it can begin at once, and at
 * the owner's time: a word said by a clock that is ahead would be the last it says.
 */
export async function tryLeadership(feed: Feed): Promise<void> {
  listen(feed, (await now(feed.db)).getTime());
  const owner = `${hostname()}:${process.pid}`;
  const lease = await takeLease(feed.db, { name: 'feed', owner, staleAfterMs: STALE_AFTER_MS });
  if (lease === undefined) return;
  feed.log.info({ epoch: String(lease.epoch) }, 'took the lease');
  // What was traded until now stands in the other's ticks. What falls between the two is missed, never told twice.
  feed.latest.forgetVolumes();
  // Whose prices they were is over: the other's last tick is what the next price is measured by.
  Object.assign(feed, { jumps: new Map(), recents: new Map() });
  feed.term = { lease, sinceMs: performance.now(), ready: undefined };
}

/**
 * What the next block goes on from. The one before it may be stored without having been told, by a predecessor that was
 * killed or by a commit of ours that was never answered, so it is told again: who has heard of it passes it over.
 */
export async function getReady({ db, side, bus, keys }: Feed, lease: Lease): Promise<Ready> {
  const reading = readChain(side);
  await beatUntil(reading, () => beatLease(transactOn(db), lease));
  const chain = await reading;
  for (const block of await readBlocks(side, { from: chain.number, to: chain.number })) publishBlock(bus, block);
  const signer = await transactOn(db)(async (tx) => {
    await holdLease(tx, lease);
    const opening = await openPriceKey(tx, keys);
    await opening(tx); // Who cannot sign must not be ready.
    return opening;
  });
  return { chain, signer };
}

/** A slow recovery must not look like silence: two that each found the other silent would take turns for ever. */
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
