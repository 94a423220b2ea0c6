import { expect, it } from 'vitest';
import { openFeedTestbed } from '../../../../test/feed-testbed.ts';
import { aTick, evidence } from '../../../../test/price-testbed.ts';
import { testKeys } from '../../../../test/testbed.ts';
import { openPriceKey, readChain, sealBlock, sealHead } from '../block/index.ts';

const HOUR_MS = 3_600_000;

it('given a clock that was set back, when 300 blocks have passed since the last head, then the feed seals another', async () => {
  const testbed = await openFeedTestbed();
  const signer = await testbed.transact((tx) => openPriceKey(tx, testKeys));
  const atMs = Date.now() + HOUR_MS;
  const before = await readChain(testbed.db);
  await testbed.transact(async (tx) => {
    for (let n = 1, chain = before; n <= 300; n++) {
      ({ chain } = await sealBlock(tx, chain, { atMs, ticks: [aTick(3, '100', Date.now())], signer, evidence }));
      if (n === 1) await sealHead(tx, chain);
    }
  });
  const feed = await testbed.start();
  const heads = async () => {
    const { rows } = await testbed.as('app').pool.query('select number from price_head order by number');
    return rows.map(({ number }) => Number(number));
  };
  await expect.poll(heads).toEqual([1, 301]);
  await feed.stop();
  const [, head] = (await testbed.blocks()).filter(({ number }) => number === 1 || number === 301);
  expect(head?.atMs).toBe(atMs);
});
