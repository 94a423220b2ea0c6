import { marketSettings } from '@app/domain/market';
import { spotSettings } from '@app/domain/spot';
import { parseDecimal, type Rate } from '@app/money';
import { checkReceipt, type HouseFillText, type HouseReceipt, readReceipt, receiptHash } from '@app/verifier';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeSetting } from '../../../test/change-setting.ts';
import { aTick } from '../../../test/price-testbed.ts';
import { openReceiptTestbed, type ReceiptTestbed } from '../../../test/receipt-testbed.ts';
import { transactOn } from '../../platform/db/transact.ts';
import { hashReceipt, issueReceipts } from './index.ts';

const HOLDS = { receipt: [], rule: [], tick: [], seal: [], isAwaited: false };
let testbed: ReceiptTestbed;

beforeAll(async () => {
  testbed = await openReceiptTestbed();
});

const sealOne = (price: string) => testbed.seal([aTick(1, price, Date.now()), aTick(2, '20', Date.now())]);

/** Reads a receipt as a client does, with all receipts of its ladder. */
async function requestFor(id: string) {
  const { data } = await testbed.getReceipt(id);
  if (data === undefined) throw new Error('no receipt');
  return { data, receipt: readReceipt({ ...data, ladder: await fetchLadder(id) }, { id, market: 1 }) };
}

async function fetchLadder(id: string): Promise<HouseReceipt[]> {
  const receipts: HouseReceipt[] = [];
  for (let page = 1; ; page++) {
    const { data } = await testbed.listLadder({ id, page: String(page), limit: '100' });
    receipts.push(...(data?.list ?? []));
    if (data === undefined || receipts.length >= data.total) return receipts;
  }
}

/** Seals the next block and checks the receipt. */
async function checkSealed(id: string) {
  await sealOne('100');
  return await checkReceipt((await requestFor(id)).receipt);
}

describe('a receipt', () => {
  it('given a trade with the house, when its receipt is requested, then it waits for its seal and then has no fault', async () => {
    const id = await testbed.trade(await sealOne('67123.45'));
    const { data, receipt } = await requestFor(id);
    expect(data).toMatchObject({ kind: 'spot.house_fill', seal: null, freshness: { version: 0, value: 5_000 } });
    expect(data.body).toMatchObject({ version: 3, fill: { id }, chain: { place: 0, previous: null } });
    expect(await checkReceipt(receipt)).toEqual({ ...HOLDS, isAwaited: true });
    expect(await checkSealed(id)).toEqual(HOLDS);
  });

  it('given several trades on one ladder, when each is requested, then it shows the one before, sealed in any block', async () => {
    const block = await sealOne('67123.45');
    const first = await testbed.trade(block);
    await testbed.seal([aTick(2, '20', Date.now())]);
    const ids = [first, await testbed.trade(block), await testbed.trade(block)];
    await sealOne('100');
    for (const [index, id] of ids.entries()) {
      const { data, receipt } = await requestFor(id);
      expect(data.seal?.before?.id).toBe(ids[index - 1]);
      expect(data.body.taken).toBe(7 * index);
      expect(await checkReceipt(receipt), `receipt ${index}`).toEqual(HOLDS);
    }
  });

  it('given a head between price and seal, when the receipt is requested, then its proof leads to a head that covers both', async () => {
    const id = await testbed.trade(await sealOne('67123.45'));
    await testbed.publishHead();
    const { number } = await sealOne('100');
    expect((await requestFor(id)).data.proof).toMatchObject({ after: [], heads: [] });
    await testbed.publishHead();
    const { data, receipt } = await requestFor(id);
    expect(data.proof).toMatchObject({ after: [{ number }], heads: [{ number }] });
    expect(await checkReceipt(receipt, { keptHeads: receipt.proof.heads })).toEqual(HOLDS);
  });

  it('given a receipt with a price other than the sealed one, when it is checked, then it is detected', async () => {
    const block = await sealOne('67123.45');
    const [tick, ...others] = block.ticks;
    if (tick === undefined) throw new Error('a block has ticks');
    const lie = { ...block, ticks: [{ ...tick, price: (tick.price + 10n ** 18n) as typeof tick.price }, ...others] };
    expect(await checkSealed(await testbed.trade(lie))).toEqual({ ...HOLDS, receipt: ['sealed'] });
  });

  it('given a phantom that was taken before, when the receipt is checked, then its chain does not hold', async () => {
    const id = await testbed.trade(await sealOne('67123.45'), { taken: 20 });
    expect(await checkSealed(id)).toEqual({ ...HOLDS, seal: ['chain'] });
  });

  it('given an inventory that no block contains, when the receipt is checked, then it is detected', async () => {
    const id = await testbed.trade(await sealOne('67123.45'), { inventory: { base: '900', quote: '100000' } });
    expect(await checkSealed(id)).toEqual({ ...HOLDS, seal: ['inventory'] });
  });

  it('given a price adjusted for one trade, when its receipt is checked, then its settings are not the published', async () => {
    const block = await sealOne('67123.45');
    const { settings } = testbed.nextReceipt(block).body as HouseFillText;
    for (const lie of [
      { settings: { ...settings, inventory_max: '20000000' } },
      { settings: { ...settings, version: 7 } },
      { freshness: { version: 0, max_age_ms: 90_000 } },
    ]) {
      const id = await testbed.trade(await sealOne('67123.45'), lie);
      expect(await checkSealed(id), JSON.stringify(lie)).toEqual({ ...HOLDS, receipt: ['published'] });
    }
  });

  it('given settings that were changed, when they are requested, then every version is shown, and old receipts hold', async () => {
    const block = await sealOne('67123.45');
    const old = await testbed.trade(block);
    const { settings } = testbed.nextReceipt(block).body as HouseFillText;
    const setting = spotSettings.ladderClasses;
    const [major, ...others] = setting.initial.classes;
    if (major === undefined) throw new Error('no class');
    const value = { classes: [{ ...major, spreadRate: parseDecimal<Rate>('0.0007') }, ...others] };
    const version = await changeSetting(testbed, setting, value);
    expect((await testbed.fetchSettings('spot.ladder_classes')).data?.list).toEqual([
      { version, value: setting.codec.encode(value), from: expect.any(Number) },
      { version: 0, value: setting.codec.encode(setting.initial), from: null },
    ]);
    expect((await testbed.fetchSettings('spot.ladder')).data?.list).toEqual([
      { version: 0, value: spotSettings.ladder.codec.encode(spotSettings.ladder.initial), from: null },
    ]);
    expect(await checkSealed(old)).toEqual(HOLDS);
    const id = await testbed.trade(await sealOne('67123.45'), { settings: { ...settings, version } });
    expect(await checkSealed(id)).toEqual({ ...HOLDS, receipt: ['published'] });
    expect(await testbed.fetchSettings('switch.withdrawals')).toMatchObject({ error: 'parameter_error' });
  });

  it('given a limit to the age of prices that was changed, when it is requested, then every version is shown', async () => {
    const setting = marketSettings.spotFreshMs;
    const version = await changeSetting(testbed, setting, 4_000);
    expect((await testbed.fetchSettings(setting.key)).data?.list).toEqual([
      { version, value: 4_000, from: expect.any(Number) },
      { version: 0, value: 5_000, from: null },
    ]);
    const id = await testbed.trade(await sealOne('67123.45'), { freshness: { version, max_age_ms: 4_000 } });
    expect(await checkSealed(id)).toEqual(HOLDS);
  });

  it('given no such receipt, when it is requested, then it is not found', async () => {
    expect(await testbed.getReceipt('247510912204800001')).toMatchObject({ code: 0, error: 'not_found' });
    expect(await testbed.listLadder({ id: '247510912204800001' })).toMatchObject({ code: 0, error: 'not_found' });
  });

  it('given many at once, when they are issued, then all are stored, or none if one exists already', async () => {
    const block = await sealOne('100');
    const transact = transactOn(testbed.as('engine').db);
    const many = Array.from({ length: 1_000 }, () => testbed.nextReceipt(block));
    await transact((tx) => issueReceipts(tx, many.slice(0, 900)));
    await expect(transact((tx) => issueReceipts(tx, many.slice(899)))).rejects.toThrow('duplicate key');
    await transact((tx) => issueReceipts(tx, []));
    for (const [at, isThere] of [[0, true], [899, true], [900, false]] as const)
      expect((await testbed.getReceipt(String(many[at]?.id))).data !== undefined).toBe(isThere); // biome-ignore format: a table
    expect(await checkSealed(String(many[899]?.id))).toEqual(HOLDS);
  });

  it('given a newer price that was sealed two seconds before the trade, when the receipt is checked, then it is detected', async () => {
    const old = await sealOne('67123.45');
    const newer = await sealOne('67000');
    const id = await testbed.trade(old, {}, newer.atMs + 2_000);
    await testbed.seal([aTick(2, '20', Date.now())], newer.atMs + 2_100);
    expect(await checkReceipt((await requestFor(id)).receipt)).toEqual({ ...HOLDS, seal: ['newest'] });
  });

  it('has the same hash in the engine and in the verifier', async () => {
    const receipt = testbed.nextReceipt(await sealOne('100'));
    expect(hashReceipt(receipt)).toBe(await receiptHash({ ...receipt, id: String(receipt.id) }));
  });
});

describe('the receipts of one ladder', () => {
  it('given trades on two sides and a later ladder, when one is requested, then those of its side are listed by place', async () => {
    const block = await sealOne('100');
    const { fill } = testbed.nextReceipt(await sealOne('101')).body as HouseFillText;
    const ids = [await testbed.trade(block), await testbed.trade(block)];
    await testbed.trade(block, { fill: { ...fill, side: 'sell' } });
    const { number } = await sealOne('102');
    ids.push(await testbed.trade(block));
    const { data } = await testbed.listLadder({ id: ids[1] ?? '' });
    expect(data?.list.map(({ id, block: by, body }) => [id, by, body.taken])).toEqual([
      [ids[0], number, 0],
      [ids[1], number, 7],
      [ids[2], null, 14],
    ]);
    const page = await testbed.listLadder({ id: ids[0] ?? '', page: '2', limit: '2' });
    expect(page.data?.total).toBe(3);
    expect(page.data?.list.map(({ id }) => id)).toEqual([ids[2]]);
  });

  it('given a second receipt for a place, when the engine issues it, then it is refused', async () => {
    const block = await sealOne('100');
    const { body } = testbed.nextReceipt(block);
    await testbed.trade(block, body as HouseFillText);
    for (const lie of [{}, { taken: 20 }, { settings: { ...(body as HouseFillText).settings, version: 3 } }])
      await expect(testbed.trade(block, { ...(body as HouseFillText), ...lie })).rejects.toThrow('duplicate key');
  });
});

describe('issued receipts are immutable', () => {
  it.each(['app', 'admin', 'engine', 'worker', 'feed'] as const)(
    'given %s, when it updates, deletes or truncates receipts, seals or kept ticks, then it is refused',
    async (role) => {
      const client = await testbed.bare(role);
      for (const statement of [
        `update receipt set block = 1`,
        `delete from receipt`,
        `truncate receipt`,
        `update receipt_seal set block = 1`,
        `delete from receipt_seal`,
        `truncate receipt_seal`,
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
    await sealOne('100');
    const owner = await testbed.bare('migrate');
    for (const table of ['receipt', 'receipt_seal']) {
      for (const statement of [`update ${table} set block = 1`, `delete from ${table}`, `truncate ${table}`])
        await expect(owner.query(statement), statement).rejects.toThrow('append-only');
    }
    await expect(owner.query(`truncate price_ticks_kept`)).rejects.toThrow('append-only');
  });

  it('given any role but the engine, when it issues a receipt, then it is refused', async () => {
    for (const role of ['app', 'worker', 'feed', 'audit'] as const)
      await expect(
        (await testbed.bare(role)).query(`insert into receipt (id, kind, block, body) values (1, 'x', 1, '{}')`),
      ).rejects.toThrow(/permission denied|read-only/);
  });

  it('given the engine, when it names a transaction for a receipt or seals one, then it is refused', async () => {
    const client = await testbed.bare('engine');
    for (const statement of [
      `insert into receipt (id, kind, block, body, xid) values (1, 'x', 1, '{}', '3')`,
      `insert into receipt_seal values (1, '{1}')`,
    ])
      await expect(client.query(statement), statement).rejects.toThrow('permission denied');
  });

  it('given the feed, when it reads other accounts than the house’s, then it is refused', async () => {
    const client = await testbed.bare('feed');
    await expect(client.query('select * from ledger_account')).rejects.toThrow('permission denied');
    const { rows } = await client.query('select book, market, base::text, quote::text from house_inventory');
    expect(rows).toEqual([
      { book: 'demo', market: 1, base: expect.stringMatching(/^1000\./), quote: expect.stringMatching(/^100000\./) },
    ]);
  });
});
