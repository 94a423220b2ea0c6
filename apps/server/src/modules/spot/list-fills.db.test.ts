import { firstIdAt } from '@app/base';
import { formatDecimal } from '@app/money';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertFill, insertOrder, openPast } from '../../../test/spot-rows.ts';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';
import { readMarkets } from '../market/index.ts';
import { listFills } from './list-fills.ts';
import { createSpotMarkets } from './spot-markets.ts';

let testbed: Testbed;
let engine: pg.Client;
let deps: Parameters<typeof listFills>[0];

beforeAll(async () => {
  testbed = await openTestbed('app');
  engine = await testbed.bare('engine');
  const listed = await readMarkets(testbed.db);
  const markets = createSpotMarkets(testbed.db, { markets: () => listed });
  deps = { db: testbed.db, markets };
});

type Query = Partial<Parameters<typeof listFills>[2]>;
const fills = (userId: bigint, request: Query = {}, mode: 'real' | 'demo' = 'real') =>
  listFills(deps, { userId, mode }, { limit: 10, ...request });
const newOrder = async (userId: bigint, columns: object = {}) => {
  const id = testbed.nextId();
  await insertOrder(engine, { id, user_id: userId, filled: '0.5', held: '0.5', ...columns });
  return id;
};
const newFill = async (columns: object) => {
  const id = testbed.nextId();
  await insertFill(engine, { id, ...columns });
  return id;
};
const idsOf = async (...args: Parameters<typeof fills>) => (await fills(...args)).list.map(({ id }) => id);
const closed = () => ({ held: '0', status: 'filled', closed_at: new Date() });

describe('fills of one order', () => {
  it('given fills in both roles and with the house, when they are listed, then each shows the order’s own side', async () => {
    const mine = await newOrder(6n);
    const other = await newOrder(7n, { side: 'buy' });
    const parties = { taker_order: other, taker: 7n, maker_order: mine, maker: 6n };
    const asMaker = await newFill({ ...parties, side: 'buy', taker_fee: '9', maker_fee: '6' });
    const asTaker = await newFill({ taker_order: mine, taker: 6n, taker_fee: '8', quantity: '0.5' });
    const { list: found, next } = await fills(6n, { id: mine });
    expect(next).toBe(null);
    expect(found.map((it) => ({ ...it, fee: formatDecimal(it.fee), quantity: formatDecimal(it.quantity) }))).toEqual([
      expect.objectContaining({ id: asTaker, role: 'taker', is_house: true, fee: '8', quantity: '0.5' }),
      expect.objectContaining({ id: asMaker, role: 'maker', is_house: false, fee: '6', quantity: '1' }),
    ]);
    const columns = { order_id: mine, symbol: 'BTC/USDT', type: 'sell', fee_currency: 'USDT', at: expect.any(Number) };
    for (const fill of found) expect(fill).toMatchObject(columns);
    const theirs = (await fills(7n, { id: other })).list;
    expect(theirs).toMatchObject([{ id: asMaker, order_id: other, type: 'buy', role: 'taker', is_house: false }]);
    expect(await idsOf(6n, { id: mine, type: 'buy' })).toEqual([]);
    expect(await idsOf(6n, { id: mine, symbol: 'ETH/USDT' })).toEqual([]);
  });

  it('given another user’s order, one of the other mode or none, when its fills are requested, then it is not found', async () => {
    const another = await newOrder(8n);
    const inDemo = await newOrder(9n, { book: 'demo' });
    for (const id of [another, inDemo, 1n, testbed.nextId()])
      await expect(fills(9n, { id })).rejects.toThrow('not_found');
    expect(await fills(9n, { id: inDemo }, 'demo')).toEqual({ list: [], next: null });
  });
});

describe('fills of all of a user’s orders', () => {
  it('given various fills, when listed, then only the user’s own of the mode are, newest first, as filtered', async () => {
    const sale = await newOrder(20n);
    const another = await newOrder(21n);
    const purchase = await newOrder(20n, { side: 'buy', market: 2, ...closed() });
    const inDemo = await newOrder(20n, { book: 'demo' });
    await newOrder(20n, { filled: '0' });
    const bought = await newFill({ taker_order: purchase, taker: 20n, side: 'buy', market: 2 });
    const sold = await newFill({ maker_order: sale, maker: 20n, taker_order: another, taker: 21n, side: 'buy' });
    const practised = await newFill({ taker_order: inDemo, taker: 20n, book: 'demo' });
    expect(await idsOf(20n)).toEqual([sold, bought]);
    expect(await idsOf(20n, {}, 'demo')).toEqual([practised]);
    expect(await idsOf(20n, { symbol: 'ETH/USDT' })).toEqual([bought]);
    expect(await idsOf(20n, { symbol: 'NO/SUCH' })).toEqual([]);
    expect(await idsOf(20n, { type: 'sell' })).toEqual([sold]);
    expect(await idsOf(20n, { type: 'sell', symbol: 'ETH/USDT' })).toEqual([]);
  });

  it('given more than a page, when each page continues from the last, then all are returned once and in order', async () => {
    const old = await newOrder(30n);
    const young = await newOrder(30n);
    const made: bigint[] = [];
    for (const order of [young, old, young, old, old]) made.push(await newFill({ taker_order: order, taker: 30n }));
    const pages: bigint[][] = [];
    for (let before: bigint | undefined; ; ) {
      const { list, next } = await fills(30n, { limit: 2, before });
      pages.push(list.map(({ id }) => id));
      if (next === null) break;
      before = next;
    }
    const [a, b, c, d, e] = made.toReversed();
    expect(pages).toEqual([[a, b], [c, d], [e]]);
  });

  it('given exactly a page, when it is requested, then there is no next page', async () => {
    const order = await newOrder(32n);
    for (let n = 0; n < 2; n++) await newFill({ taker_order: order, taker: 32n });
    expect((await fills(32n, { limit: 2 })).next).toBeNull();
  });

  it.each([
    ['takes', (order: bigint) => ({ taker_order: order, taker: 31n })],
    ['waits', (order: bigint) => ({ maker_order: order, maker: 31n })],
  ])(
    'given an order that %s and has more fills than a page, when they are listed, then the newest are returned',
    async (_what, party) => {
      const order = await newOrder(31n);
      const made: bigint[] = [];
      for (let n = 0; n < 5; n++) made.push(await newFill(party(order)));
      expect(await idsOf(31n, { limit: 2 })).toEqual(made.toReversed().slice(0, 2));
    },
  );
});

describe('old fills', () => {
  it('given fills of any age, when they are listed, then all are, newest first', async () => {
    await openPast(await testbed.bare('postgres'), 'spot_fill');
    const order = await newOrder(50n);
    const made: bigint[] = [];
    for (const days of [0, 6, 8, 30, 100, 600]) {
      const id = firstIdAt(Date.now() - days * 86_400_000) + 5n;
      await insertFill(engine, { id, taker_order: order, taker: 50n });
      made.push(id);
    }
    expect(await idsOf(50n)).toEqual(made);
    expect(await idsOf(50n, { limit: 4 })).toEqual(made.slice(0, 4));
    expect(await idsOf(50n, { before: made[3] })).toEqual(made.slice(4));
    expect(await idsOf(50n, { symbol: 'BTC/USDT', limit: 5 })).toEqual(made.slice(0, 5));
  });
});

describe('a user with more orders than one page reads', () => {
  it('given old orders that traded last, when the newest fills are requested, then theirs come first', async () => {
    const stillOpen = await newOrder(40n);
    const closedLate = await newOrder(40n, { ...closed(), closed_at: new Date(Date.now() + 60_000) });
    const closedEarly = await newOrder(40n, closed());
    const early = await newFill({ taker_order: closedEarly, taker: 40n });
    for (let n = 0; n < 210; n++) {
      const order = await newOrder(40n, closed());
      await newFill({ taker_order: order, taker: 40n });
    }
    const late = await newFill({ maker_order: closedLate, maker: 40n });
    const last = await newFill({ maker_order: stillOpen, maker: 40n });
    expect((await idsOf(40n, { limit: 3 })).slice(0, 2)).toEqual([last, late]);
    const all = [...(await idsOf(40n, { limit: 100 }))];
    while (all.length < 300) {
      const more = await idsOf(40n, { limit: 100, before: all.at(-1) });
      if (more.length === 0) break;
      all.push(...more);
    }
    expect(all).toHaveLength(213);
    expect(new Set(all).size).toBe(213);
    expect(all.at(-1)).toBe(early);
  });
});
