import type { Tick } from '@app/domain/market';
import { type Chain, openPriceKey, readChain, sealBlock } from '../src/modules/market/block/index.ts';
import { type CandleKeeper, createCandleKeeper } from '../src/modules/market/candle/keep-candles.ts';
import { transactOn } from '../src/platform/db/transact.ts';
import { type ApiTestbed, openApiTestbed } from './api-testbed.ts';
import { evidence } from './price-testbed.ts';
import { testKeys } from './testbed.ts';

/** The whole API, and a feed that seals given ticks; the API's board follows by the table. */
export type MarketTestbed = ApiTestbed & {
  readonly keeper: CandleKeeper;
  /** Commits one block; resolves when the API's board has seen it. */
  seal(ticks: readonly Omit<Tick, 'seq'>[]): Promise<void>;
};

const WITHIN_MS = 60_000;

export async function openMarketTestbed(): Promise<MarketTestbed> {
  const testbed = await openApiTestbed(undefined, undefined, []); // As a new installation has them.
  const { db } = testbed.as('feed');
  const transact = transactOn(db);
  const signer = await transact((tx) => openPriceKey(tx, testKeys));
  let chain: Chain = await readChain(db);
  const seal: MarketTestbed['seal'] = async (ticks) => {
    const seen = untilSeen(testbed, chain.number + 1);
    const sealed = await transact((tx) => sealBlock(tx, chain, { atMs: Date.now(), ticks, signer, evidence }));
    chain = sealed.chain;
    await seen;
  };
  return { ...testbed, keeper: createCandleKeeper({ db }), seal };
}

const untilSeen = ({ board }: ApiTestbed, number: number) =>
  new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the board never saw block ${number}`)), WITHIN_MS);
    const end = board.onBlocks((blocks) => {
      if (!blocks.some((block) => block.number === number)) return;
      clearTimeout(late);
      end();
      resolve();
    });
  });
