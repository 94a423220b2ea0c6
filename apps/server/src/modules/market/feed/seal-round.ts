import { now } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database.ts';
import { holdLease, type Lease } from '../../../platform/lease.ts';
import { transactOn } from '../../../platform/transact.ts';
import { isHeadDue, publishBlock, publishHead, type Sealed, sealBlock, sealHead } from '../block/index.ts';
import { commitWithoutWaiting } from './feed.store.ts';
import { type Feed, listen, type Ready } from './feed.ts';
import { makeTicks } from './make-ticks.ts';

type Work = Sealed & { readonly isHead: boolean };

/**
 * Seals what is due and returns the state for the next round. A block is published, also to this process's own candles,
 * only once it is known to be stored.
 */
export async function sealRound(feed: Feed, lease: Lease, ready: Ready): Promise<Ready> {
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
