import { checkBlocks } from '@app/verifier';
import { beforeAll, describe, expect, it } from 'vitest';
import { aTick, evidence, openPriceTestbed, type PriceTestbed } from '../../../../test/price-testbed.ts';
import { readHeads } from './head.store.ts';
import { readBlocks, readChain, sealBlock, sealHead } from './index.ts';
import { readKeys } from './key.store.ts';

let testbed: PriceTestbed;

beforeAll(async () => {
  testbed = await openPriceTestbed();
});

const findings = async () => {
  const { number } = testbed.chain();
  const blocks = await readBlocks(testbed.db, { from: 1, to: number });
  const keys = await readKeys(testbed.db);
  const heads = await readHeads(testbed.db, 100);
  return await checkBlocks({ from: 1, to: number, blocks, keys, heads });
};
const seqs = (ticks: readonly { market: number; seq: number }[]) => ticks.map(({ market, seq }) => [market, seq]);

describe('sealing', () => {
  it('given ticks in any order, when they are sealed, then each market is numbered on and the verifier passes', async () => {
    const atMs = Date.now();
    const first = await testbed.seal([aTick(7, '20', atMs), aTick(2, '10', atMs)]);
    const second = await testbed.seal([aTick(7, '22', atMs), aTick(2, '11', atMs)]);
    expect([seqs(first.ticks), seqs(second.ticks)]).toEqual([
      [[2, 1], [7, 1]],
      [[2, 2], [7, 2]],
    ]); // biome-ignore format: pairs
    expect([first.number, second.number]).toEqual([1, 2]);
    expect(await findings()).toEqual([]);
  });

  it('given two ticks of one market, when they are sealed, then no block is sealed: the house could choose', async () => {
    const { number } = testbed.chain();
    const ticks = [aTick(7, '20', Date.now()), aTick(7, '21', Date.now())];
    await expect(testbed.seal(ticks)).rejects.toThrow('one tick of a market');
    expect((await readChain(testbed.db)).number).toBe(number);
  });

  it('given a clock that was set back, when a block is sealed, then its time does not go back', async () => {
    const { atMs, lastTicks } = testbed.chain();
    const block = await testbed.seal([aTick(2, '12', atMs - 5_000)], atMs - 5_000);
    expect([block.atMs, block.ticks[0]?.atMs]).toEqual([atMs, lastTicks.get(2)?.atMs]);
    expect(await findings()).toEqual([]);
  });

  it('given sealed blocks, when the table is read, then they are byte for byte the same', async () => {
    const block = await testbed.seal([aTick(3, '5', Date.now())]);
    expect(await readBlocks(testbed.db, { from: block.number, to: block.number })).toEqual([block]);
  });

  it('given a venue finer than the tick, when its median is rounded down, then the price is still one of its sources', async () => {
    const tick = aTick(3, '5', Date.now());
    const finer = {
      ...tick,
      sources: tick.sources.map((it) => ({ ...it, price: (it.price + 7n) as typeof it.price })),
    };
    const { ticks } = await testbed.seal([finer]);
    expect(ticks[0]?.sources).toEqual(tick.sources);
    expect(await findings()).toEqual([]);
  });

  it('given a price that is no median, when it is sealed, then no block is sealed', async () => {
    const { number } = testbed.chain();
    const tick = aTick(3, '5', Date.now());
    await expect(testbed.seal([{ ...tick, price: (tick.price + 1n) as typeof tick.price }])).rejects.toThrow('median');
    expect((await readChain(testbed.db)).number).toBe(number);
  });
});

describe('recovery', () => {
  it('given blocks and heads, when the chain is read again, then it equals the sealer’s', async () => {
    expect(await readChain(testbed.db)).toEqual(testbed.chain());
    await testbed.transact((tx) => sealHead(tx, testbed.chain()));
    await testbed.transact((tx) => sealHead(tx, testbed.chain())); // Idempotent.
    expect(await readChain(testbed.db)).toEqual({ ...testbed.chain(), headNumber: testbed.chain().number });
    for (let n = 0; n < 105; n++) await testbed.seal([aTick(9, `${40 + n}`, Date.now())]);
    expect(await readChain(testbed.db)).toEqual({ ...testbed.chain(), headNumber: expect.any(Number) }); // One was sealed manually.
    expect([...testbed.chain().lastTicks.keys()].toSorted()).toEqual([2, 3, 7, 9]);
    expect(await findings()).toEqual([]);
  });

  it('given a commit that failed, when the next block is sealed, then it takes the same numbers', async () => {
    const before = testbed.chain();
    const lost = testbed.transact(async (tx) => {
      await sealBlock(tx, before, {
        atMs: Date.now(),
        ticks: [aTick(2, '13', Date.now())],
        signer: testbed.signer,
        evidence,
      });
      throw new Error('lost');
    });
    await expect(lost).rejects.toThrow('lost');
    const { number, ticks } = await testbed.seal([aTick(2, '14', Date.now())]);
    expect([number, ticks[0]?.seq]).toEqual([before.number + 1, (before.lastTicks.get(2)?.seq ?? 0) + 1]);
  });

  it('given two owners at once, when both seal the next block, then one is refused', async () => {
    const chain = await readChain(testbed.db);
    const seal = (text: string) =>
      testbed.transact((tx) =>
        sealBlock(tx, chain, {
          atMs: Date.now(),
          ticks: [aTick(2, text, Date.now())],
          signer: testbed.signer,
          evidence,
        }),
      );
    const outcomes = await Promise.allSettled(['15', '16', '17'].map(seal));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await readChain(testbed.db)).number).toBe(chain.number + 1);
  });
});
