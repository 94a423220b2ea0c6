import type { HouseFillText } from '@app/verifier';
import { beforeAll, describe, expect, it } from 'vitest';
import { aTick } from '../../../test/price-testbed.ts';
import { openReceiptTestbed, type ReceiptTestbed } from '../../../test/receipt-testbed.ts';
import { checkReceipts, hashReceipt, receiptHealth } from './index.ts';

let testbed: ReceiptTestbed;
/** Receipts of version 1 had neither a place nor a seal. */
const OLD = { version: 1, chain: undefined, freshness: undefined } as const;

beforeAll(async () => {
  testbed = await openReceiptTestbed();
});

const sealOne = () => testbed.seal([aTick(1, '100', Date.now()), aTick(2, '20', Date.now())]);
const check = () => checkReceipts(testbed.as('worker').db, Date.now() - 60_000);
const health = () => receiptHealth(testbed.as('worker').db);

describe('the comparison of receipts', () => {
  it('given consecutive trades on several ladders and sides, when they are compared, then nothing is found', async () => {
    const block = await sealOne();
    const { fill, tick } = testbed.nextReceipt(await sealOne()).body as HouseFillText;
    for (const _ of [1, 2, 3]) await testbed.trade(block);
    await testbed.trade(block, { book: 'real' });
    await testbed.trade(block, { fill: { ...fill, side: 'sell' } });
    await testbed.trade(block, { fill: { ...fill, market: 2 } });
    await testbed.trade(block, { tick: { ...tick, seq: tick.seq + 100 } });
    for (const taken of [0, 14, 7]) await testbed.trade(await sealOne(), { ...OLD, taken, tick }); // Seven lots each.
    await sealOne();
    expect(await check()).toEqual([]);
    expect(await health()).toEqual([]);
  });

  it('given a lot of version 1 that is sold twice, when receipts are compared, then the later of the two is named', async () => {
    const block = await sealOne();
    const { fill } = testbed.nextReceipt(block).body as HouseFillText;
    await testbed.trade(block, { ...OLD, taken: 0, fill: { ...fill, quantity: '0.01' } }); // A hundred lots.
    await testbed.trade(block, { ...OLD, taken: 20 });
    await testbed.trade(block, { ...OLD, taken: 99, book: 'real' });
    const last = await testbed.trade(block, { ...OLD, taken: 99 });
    const found = await check();
    expect(found.map(({ rule }) => rule)).toEqual(['overlap', 'overlap']);
    expect(found.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('lots from 20 on'),
      expect.stringMatching(/lots from 99 on of tick \d+ of market 1 in the demo book, buy, were had up to 100$/),
    ]);
    expect(found[1]?.receipt).toBe(BigInt(last));
  });

  it('given settlements of bets, when a place is skipped or used twice or a hash is not the one before, then it is named, and other chains are not', async () => {
    const block = await sealOne();
    const engine = await testbed.bare('engine');
    const hashes = new Map<string, string>();
    const settle = async (place: number, { market = 1, book = 'demo', previous = '' } = {}) => {
      const id = testbed.nextId();
      const last = hashes.get(`${book} ${market}`) ?? null;
      const body = { book, bet: { market }, chain: { place, previous: previous === '' ? last : previous } };
      hashes.set(`${book} ${market}`, hashReceipt({ id, kind: 'seconds.settlement', body }));
      await engine.query(`insert into receipt (id, kind, block, body) values ($1, 'seconds.settlement', $2, $3)`, [
        id,
        block.number,
        JSON.stringify(body),
      ]);
      return id;
    };
    for (const place of [7, 8, 9]) await settle(place);
    await settle(2, { market: 2 });
    await settle(3, { market: 2 });
    await settle(1, { book: 'real' });
    await sealOne();
    expect(await check()).toEqual([]);
    const far = await settle(11);
    const twice = await settle(11);
    const alien = await settle(4, { market: 2, previous: 'ab'.repeat(32) });
    await sealOne();
    expect((await check()).map(({ receipt, rule }) => [receipt, rule])).toEqual([
      [far, 'chain'],
      [twice, 'chain'],
      [alien, 'link'],
    ]);
  });

  it('given a gap or a phantom in a chain, when receipts are compared, then each is named', async () => {
    const gap = await sealOne();
    await testbed.trade(gap);
    const far = await testbed.trade(gap, { chain: { place: 2, previous: null } });
    const phantom = await testbed.trade(await sealOne(), { taken: 20 });
    const older = await testbed.trade(await sealOne(), { version: 2, taken: 20 });
    const found = await check();
    expect(found.map(({ receipt, rule }) => [String(receipt), rule])).toEqual([
      [far, 'place'],
      [phantom, 'taken'],
      [older, 'taken'],
    ]);
  });

  it('given a receipt that no block sealed for long, when receipts are compared, then it is named', async () => {
    const block = await sealOne();
    const { id, kind, body } = testbed.nextReceipt(block);
    const owner = await testbed.bare('migrate');
    const insert = 'insert into receipt (id, kind, block, body, xid) values ($1, $2, $3, $4, null)';
    await owner.query(insert, [id, kind, block.number, body]);
    await sealOne();
    expect(await check()).toEqual([]);
    await testbed.seal([aTick(2, '20', Date.now())], Date.now() + 11_000);
    expect(await check()).toMatchObject([{ receipt: id, rule: 'sealed' }]);
  });

  it('given what was found, when it is found again, then it is no news, and an alarm until it is resolved', async () => {
    expect(await check()).toEqual([]);
    const alarms = await health();
    expect(alarms).toHaveLength(9);
    expect(alarms).toContainEqual(expect.stringMatching(/^receipt \d+: taken: place 0 and 20 lots taken of tick/));
    const admin = await testbed.bare('admin');
    await admin.query(`update receipt_breach set resolved = 'a test' where rule <> 'sealed'`);
    expect(await health()).toEqual([expect.stringMatching(/^receipt \d+: sealed: no block since \d+ contains it$/)]);
    await expect(admin.query(`update receipt_breach set rule = ''`)).rejects.toThrow('permission denied');
    await expect((await testbed.bare('worker')).query('delete from receipt_breach')).rejects.toThrow(
      'permission denied',
    );
  });
});
