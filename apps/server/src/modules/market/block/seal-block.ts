import { assert } from '@app/base';
import type { Tick } from '@app/domain/market';
import { blockHash, headerBytes, isMedian, join, merkleRoot, type SealedTick, tickBytes } from '@app/verifier';
import type { Tx } from '../../../platform/database.ts';
import { insertBlock } from './block.store.ts';
import { type Chain, extend, type SealedBlock } from './block.ts';
import { insertHead } from './head.store.ts';
import { onGrid } from './on-grid.ts';
import type { PriceSigner } from './price-key.ts';

export type Sealing = {
  /** The database's time. A block is never earlier than the previous block or its own ticks. */
  readonly atMs: number;
  /** Ticks of one market are in order. */
  readonly ticks: readonly Omit<Tick, 'seq'>[];
  readonly signer: PriceSigner;
};
export type Sealed = { readonly block: SealedBlock; readonly chain: Chain };

/**
 * Numbers, seals and inserts the next block. The block must not be published, nor its chain used, before `tx` has
 * committed.
 */
export async function sealBlock(tx: Tx, chain: Chain, { atMs, ticks: unnumbered, signer }: Sealing): Promise<Sealed> {
  assert(unnumbered.length > 0, 'a block has ticks');
  const ticks = numberTicks(chain, unnumbered);
  const leaves = ticks.map(tickBytes);
  const key = await signer(tx);
  const header = {
    number: chain.number + 1,
    atMs: Math.max(atMs, chain.atMs, ...ticks.map((tick) => tick.atMs)),
    count: ticks.length,
    root: await merkleRoot(leaves),
    previous: chain.hash,
    keyId: key.id,
  };
  const hash = await blockHash(header);
  const signature = key.sign(headerBytes(header));
  const block = { ...header, hash, signature, body: join(...leaves), ticks };
  await insertBlock(tx, block);
  return { block, chain: extend(chain, block) };
}

/** Numbers each tick after its market's last one, with no earlier time. Sorted by market, as the verifier requires. */
function numberTicks({ lastTicks }: Chain, unnumbered: Sealing['ticks']): Tick[] {
  const latest = new Map(lastTicks);
  const sorted = unnumbered.toSorted((a, b) => a.market - b.market);
  return sorted.map((entry) => {
    const { seq, atMs } = latest.get(entry.market) ?? { seq: 0, atMs: 0 };
    const tick = onGrid({ ...entry, seq: seq + 1, atMs: Math.max(atMs, entry.atMs) });
    assert(isMedian(tick) && tick.price > 0n, 'a price is the median of the sources it names');
    latest.set(tick.market, tick);
    return tick;
  });
}

/** Stores the end of the chain, once a minute: the published head, and the starting point of recovery. */
export async function sealHead(tx: Tx, chain: Chain): Promise<void> {
  const ticks: readonly SealedTick[] = [...chain.lastTicks.values()].sort((a, b) => a.market - b.market);
  await insertHead(tx, chain, join(...ticks.map(tickBytes)));
}
