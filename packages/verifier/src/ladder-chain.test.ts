import { describe, expect, it } from 'vitest';
import { seeded } from '../test/seeded.ts';
import { findLadderBreaks, type HouseReceipt, lotsOf } from './index.ts';
import { houseFill, makeHouse, nextFill, TICK_BLOCK } from './samples/index.ts';

const random = seeded(9);
const house = await makeHouse(random);

/** Issues a chain of purchases from one ladder. */
async function chainOf(length: number): Promise<HouseReceipt[]> {
  const chain = [houseFill(house, { block: TICK_BLOCK, afterMs: 300, lots: 1 + random(90) })];
  while (chain.length < length) {
    const last = chain.at(-1) as HouseReceipt;
    chain.push(await nextFill(house, last, { afterMs: 300 + chain.length, lots: 1 + random(90) }));
  }
  return chain;
}

describe('the receipts of one ladder', () => {
  it('given an honest chain, then nothing breaks it, and the last "taken" is the sum of all before', async () => {
    const chain = await chainOf(20);
    expect(await findLadderBreaks(chain)).toEqual([]);
    const sum = chain.slice(0, -1).reduce((total, { body }) => total + lotsOf(body), 0n);
    expect(chain.at(-1)?.body.taken).toBe(Number(sum));
  });

  it('given a receipt left out, changed, repeated or exchanged, then the chain breaks there', async () => {
    const chain = await chainOf(8);
    const [, second, third] = chain as [HouseReceipt, HouseReceipt, HouseReceipt];
    const changed = { ...second, body: { ...second.body, fill: { ...second.body.fill, quantity: '0.0001' } } };
    const dearer = { ...second, body: { ...second.body, fill: { ...second.body.fill, price: '999' } } };
    expect(await findLadderBreaks(chain.with(1, dearer))).toEqual([2]);
    expect(await findLadderBreaks(chain.toSpliced(3, 1))).toEqual([3]);
    expect(await findLadderBreaks(chain.slice(1))).toEqual([0]);
    expect(await findLadderBreaks(chain.with(1, changed))).toEqual([2]);
    expect(await findLadderBreaks(chain.toSpliced(2, 0, second))).toEqual([2]);
    expect(await findLadderBreaks(chain.with(1, third).with(2, second))).toEqual([1, 2, 3]);
  });

  it('given values that cannot be computed with, then the chain breaks, and nothing is thrown', async () => {
    const [first, second] = (await chainOf(2)) as [HouseReceipt, HouseReceipt];
    for (const wrong of [{ taken: 0.5 }, { chain: undefined }, { grid: { price_tick: '0.01', lot: '0' } }])
      expect(await findLadderBreaks([first, { ...second, body: { ...second.body, ...wrong } }])).toEqual([1]);
    expect(await findLadderBreaks([])).toEqual([]);
  });
});
