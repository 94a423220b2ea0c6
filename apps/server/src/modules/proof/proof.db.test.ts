import { spotSettings } from '@app/domain/spot';
import { parseDecimal, type Rate } from '@app/money';
import { checkReceipt, readReceipt } from '@app/verifier';
import { beforeAll, describe, expect, it } from 'vitest';
import { aTick } from '../../../test/price-testbed.ts';
import { aHouseFill, openReceiptTestbed, type ReceiptTestbed } from '../../../test/receipt-testbed.ts';
import { transactOn } from '../../platform/db/transact.ts';
import { changeSetting } from '../reference/index.ts';
import { findOverlaps, issueReceipts } from './index.ts';

const HOLDS = { receipt: [], rule: [], tick: [] };
let testbed: ReceiptTestbed;

beforeAll(async () => {
  testbed = await openReceiptTestbed();
});

const sealOne = (price: string) => testbed.seal([aTick(1, price, Date.now()), aTick(2, '20', Date.now())]);

/** Reads a receipt as a client does. */
async function requestFor(id: string) {
  const { data } = await testbed.getReceipt(id);
  if (data === undefined) throw new Error('no receipt');
  return { data, receipt: readReceipt(data, { id, market: 1 }) };
}

describe('a receipt', () => {
  it('given a trade with the house, when its receipt is requested, then the verifier finds no fault', async () => {
    const block = await sealOne('67123.45');
    const id = await testbed.trade(block);
    const { data, receipt } = await requestFor(id);
    expect(data.kind).toBe('spot.house_fill');
    expect(data.body).toEqual(aHouseFill(id, block));
    expect(await checkReceipt(receipt)).toEqual(HOLDS);
  });

  it('given a receipt with a price other than the sealed one, when it is checked, then it is detected', async () => {
    const block = await sealOne('67123.45');
    const [tick, ...others] = block.ticks;
    if (tick === undefined) throw new Error('a block has ticks');
    const lie = { ...block, ticks: [{ ...tick, price: (tick.price + 10n ** 18n) as typeof tick.price }, ...others] };
    const { receipt } = await requestFor(await testbed.trade(lie));
    expect(await checkReceipt(receipt)).toEqual({ ...HOLDS, receipt: ['sealed'] });
  });

  it('given a price adjusted for one trade, when its receipt is checked, then its settings are not the published', async () => {
    const block = await sealOne('67123.45');
    const { settings } = aHouseFill('1', block);
    for (const lie of [{ inventory_max: '20000000' }, { version: 7 }]) {
      const { receipt } = await requestFor(await testbed.trade(block, { settings: { ...settings, ...lie } }));
      expect(await checkReceipt(receipt)).toEqual({ ...HOLDS, receipt: ['published'] });
    }
  });

  it('given settings that were changed, when they are requested, then every version is shown, and old receipts hold', async () => {
    const block = await sealOne('67123.45');
    const old = await testbed.trade(block);
    const { settings } = aHouseFill('1', block);
    const { initial } = spotSettings.ladder;
    const value = { ...initial, spreadRate: parseDecimal<Rate>('0.0007') };
    const by = { setBy: 'ann', approvedBy: ['bob', 'cem'], reason: 'test' };
    const { db } = testbed.as('admin');
    const version = await transactOn(db)((tx) => changeSetting(tx, { setting: spotSettings.ladder, value, ...by }));
    const { version: _, ...fields } = settings;
    expect((await testbed.fetchSettings('spot.ladder')).data?.list).toEqual([
      { version, value: { ...fields, spread_rate: '0.0007' }, from: expect.any(Number) },
      { version: 0, value: fields, from: null },
    ]);
    expect(await checkReceipt((await requestFor(old)).receipt)).toEqual(HOLDS);
    const { receipt } = await requestFor(await testbed.trade(block, { settings: { ...settings, version } }));
    expect(await checkReceipt(receipt)).toEqual({ ...HOLDS, receipt: ['published'] });
    expect(await testbed.fetchSettings('switch.withdrawals')).toMatchObject({ error: 'parameter_error' });
  });

  it('given no such receipt, when it is requested, then it is not found', async () => {
    expect(await testbed.getReceipt('247510912204800001')).toMatchObject({ code: 0, error: 'not_found' });
  });

  it('given many at once, when they are issued, then all are stored, or none if one exists already', async () => {
    const block = await sealOne('100');
    const transact = transactOn(testbed.as('engine').db);
    const many = Array.from({ length: 1_000 }, () => {
      const id = testbed.nextId();
      return { id, kind: 'spot.house_fill', block: block.number, body: aHouseFill(String(id), block) };
    });
    await transact((tx) => issueReceipts(tx, many.slice(0, 900)));
    await expect(transact((tx) => issueReceipts(tx, many.slice(899)))).rejects.toThrow('duplicate key');
    await transact((tx) => issueReceipts(tx, []));
    for (const [at, isThere] of [[0, true], [899, true], [900, false]] as const)
      expect((await testbed.getReceipt(String(many[at]?.id))).data !== undefined).toBe(isThere); // biome-ignore format: a table
  });
});

describe('lots of one house ladder', () => {
  it('given consecutive trades, other ticks, modes and sides, when they are checked, then no lot was sold twice', async () => {
    const since = testbed.nextId();
    const block = await sealOne('100');
    const { fill, tick } = aHouseFill('1', block);
    for (const taken of [0, 14, 7]) await testbed.trade(block, { taken }); // Seven lots each.
    await testbed.trade(block, { taken: 3, book: 'demo' });
    await testbed.trade(block, { taken: 3, fill: { ...fill, side: 'sell' } });
    await testbed.trade(block, { taken: 3, fill: { ...fill, market: 2 } });
    await testbed.trade(block, { taken: 3, tick: { ...tick, seq: tick.seq + 1 } });
    expect(await findOverlaps(testbed.as('worker').db, since)).toEqual([]);
  });

  it('given a lot that is sold twice, when trades are checked, then the later of the two is named', async () => {
    const since = testbed.nextId();
    const block = await sealOne('100');
    await testbed.trade(block, { taken: 0, fill: { ...aHouseFill('1', block).fill, quantity: '0.01' } }); // A hundred lots.
    await testbed.trade(block, { taken: 20 });
    await testbed.trade(block, { taken: 99, book: 'demo' });
    const last = await testbed.trade(block, { taken: 99 });
    const found = await findOverlaps(testbed.as('worker').db, since);
    expect(found.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('lots from 20 on'),
      expect.stringMatching(/lots from 99 on of tick \d+ of market 1 in the real book, buy, were had up to 100$/),
    ]);
    expect(found[1]?.id).toBe(BigInt(last));
    expect(await findOverlaps(testbed.as('worker').db, BigInt(last))).toEqual([]);
  });
});

describe('issued receipts are immutable', () => {
  it.each(['app', 'admin', 'engine', 'worker', 'feed'] as const)(
    'given %s, when it updates, deletes or truncates receipts or kept ticks, then it is refused',
    async (role) => {
      const client = await testbed.bare(role);
      for (const statement of [
        `update receipt set block = 1`,
        `delete from receipt`,
        `truncate receipt`,
        `update price_ticks_kept set number = 1`,
        `delete from price_ticks_kept`,
        `truncate price_ticks_kept`,
        `insert into price_ticks_kept values (1, '')`,
        `select price_ticks_keep('price_ticks')`,
      ])
        await expect(client.query(statement), statement).rejects.toThrow('permission denied');
    },
  );

  it('given even the owner, when it does so, then it is refused', async () => {
    await testbed.trade(await sealOne('100'));
    const owner = await testbed.bare('migrate');
    for (const statement of [`update receipt set block = 1`, `delete from receipt`, `truncate receipt`])
      await expect(owner.query(statement)).rejects.toThrow('append-only');
    await expect(owner.query(`truncate price_ticks_kept`)).rejects.toThrow('append-only');
  });

  it('given any role but the engine, when it issues a receipt, then it is refused', async () => {
    for (const role of ['app', 'worker', 'feed', 'audit'] as const)
      await expect((await testbed.bare(role)).query(`insert into receipt values (1, 'x', 1, '{}')`)).rejects.toThrow(
        /permission denied|read-only/,
      );
  });
});
