import { expect, it } from 'vitest';
import { openFeedWorld } from '../../../../test/feed-world.ts';
import { aTick } from '../../../../test/price-world.ts';
import { testKeys } from '../../../../test/world.ts';
import { openPriceKey, readChain, sealBlock, sealHead } from '../block/index.ts';

const HOUR_MS = 3_600_000;

it('given a clock that went back, when 300 blocks have passed since the last head, then the feed seals another', async () => {
  const world = await openFeedWorld();
  const signer = await world.transact((tx) => openPriceKey(tx, testKeys));
  const atMs = Date.now() + HOUR_MS;
  const before = await readChain(world.db);
  await world.transact(async (tx) => {
    for (let n = 1, chain = before; n <= 300; n++) {
      ({ chain } = await sealBlock(tx, chain, { atMs, ticks: [aTick(3, '100', Date.now())], signer }));
      if (n === 1) await sealHead(tx, chain);
    }
  });
  const feed = await world.start();
  const heads = async () => {
    const { rows } = await world.as('app').pool.query('select number from price_head order by number');
    return rows.map(({ number }) => Number(number));
  };
  await expect.poll(heads).toEqual([1, 301]);
  await feed.stop();
  const [, head] = (await world.blocks()).filter(({ number }) => number === 1 || number === 301);
  expect(head?.atMs).toBe(atMs);
});
