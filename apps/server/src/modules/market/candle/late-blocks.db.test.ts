import { beforeAll, describe, expect, it } from 'vitest';
import { aTick, openPriceTestbed, type PriceTestbed } from '../../../../test/price-testbed.ts';
import { createRecentBlocks } from '../board/recent-blocks.ts';
import { createBlocksSince } from './late-blocks.ts';

let testbed: PriceTestbed;
const recent = createRecentBlocks(0);
const BLOCKS = 430; // The board holds 300 of them.

beforeAll(async () => {
  testbed = await openPriceTestbed();
  for (let n = 0; n < BLOCKS; n++) recent.take([await testbed.seal([aTick(1, '100', Date.now())])]);
});

const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('blocks since a bar was stored', () => {
  it('given a keeper that lags more than the board holds, then no block is missing, for any number of callers', async () => {
    const since = createBlocksSince(testbed.db, { blocksAfter: recent.after });
    const numbers = async (number: number) => (await since(number)).map((block) => block.number);
    const all = await Promise.all([numbers(0), numbers(7), numbers(100), numbers(7), numbers(0)]);
    for (const [index, from] of [1, 8, 101, 8, 1].entries()) expect(all[index]).toEqual(upTo(from, BLOCKS));
    expect(await numbers(BLOCKS - 3)).toEqual(upTo(BLOCKS - 2, BLOCKS));
    recent.take([await testbed.seal([aTick(1, '100', Date.now())])]);
    expect(await numbers(0)).toEqual(upTo(1, BLOCKS + 1));
  });
});
