import type { Tick } from '@app/domain/market';
import { type Price, parseDecimal } from '@app/money';
import {
  type Chain,
  openPriceKey,
  type PriceSigner,
  readChain,
  type SealedBlock,
  sealBlock,
  sealHead,
} from '../src/modules/market/block/index.ts';
import { receiptEvidence } from '../src/modules/proof/index.ts';
import { amount, openTestbed, type Testbed, testKeys } from './testbed.ts';

/** What blocks seal besides prices, as in the feed's process. */
export const evidence = receiptEvidence;

const price = (text: string): Price => parseDecimal<Price>(text);

/** Creates a tick of three venues that quote slightly below, at, and slightly above the price. */
export const aTick = (market: number, text: string, atMs: number): Omit<Tick, 'seq'> => ({
  market,
  atMs,
  price: price(text),
  volume: amount('1.5'),
  sources: [
    { source: 1, price: price(`${Number(text) - 1}`), ageMs: 120 },
    { source: 2, price: price(text), ageMs: 5 },
    { source: 3, price: price(`${Number(text) + 1}`), ageMs: 300 },
  ],
});

/** A database with the feed's role, and a chain sealed by the test. */
export type PriceTestbed = Testbed & {
  readonly signer: PriceSigner;
  chain(): Chain;
  /** Commits one block with these ticks; the chain continues from it. */
  seal(ticks: readonly Omit<Tick, 'seq'>[], atMs?: number): Promise<SealedBlock>;
  /** Publishes the last block as a head. */
  publishHead(): Promise<void>;
};

export async function openPriceTestbed(): Promise<PriceTestbed> {
  const testbed = await openTestbed('feed');
  const signer = await testbed.transact((tx) => openPriceKey(tx, testKeys));
  let chain = await readChain(testbed.db);
  const seal: PriceTestbed['seal'] = async (ticks, atMs = Date.now()) => {
    const sealed = await testbed.transact((tx) => sealBlock(tx, chain, { atMs, ticks, signer, evidence }));
    chain = sealed.chain;
    return sealed.block;
  };
  const publishHead = () => testbed.transact((tx) => sealHead(tx, chain));
  return { ...testbed, signer, chain: () => chain, seal, publishHead };
}
