import { formatDecimal } from '@app/money';
import fc from 'fast-check';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertOrder } from '../../../test/spot-rows.ts';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';
import { readMarkets } from '../market/index.ts';
import { listOrders } from './list-orders.ts';
import { createSpotMarkets, type SpotMarkets } from './spot-markets.ts';

let testbed: Testbed;
let engine: pg.Client;
let markets: SpotMarkets;

beforeAll(async () => {
  testbed = await openTestbed('app');
  engine = await testbed.bare('engine');
  const listed = await readMarkets(testbed.db);
  markets = createSpotMarkets(testbed.db, { markets: () => listed });
});

const PAGE = { page: 1, limit: 10 };
const CLOSED = { held: '0', closed_at: new Date() };
const list = (
  userId: bigint,
  request: Partial<Parameters<typeof listOrders>[2]> = {},
  mode: 'real' | 'demo' = 'real',
) => listOrders({ db: testbed.db, markets }, { userId, mode }, { ...PAGE, ...request });
const newOrder = async (userId: bigint, columns: object = {}) => {
  const id = testbed.nextId();
  await insertOrder(engine, { id, user_id: userId, ...columns });
  return id;
};

describe('a user’s orders', () => {
  it('given a partly filled order, when it is listed, then all its figures are there', async () => {
    const id = await newOrder(1n, { filled: '0.3', cost: '18000.1', fee: '18.0001', held: '0.7' });
    const { list: orders } = await list(1n);
    expect(orders).toMatchObject([
      {
        id,
        symbol: 'BTC/USDT',
        currency_id: 1n,
        legal_id: 3n,
        type: 'sell',
        kind: 'limit',
        time_in_force: 'gtc',
        fee_currency: 'USDT',
        budget: null,
        status: 'open',
        reason: null,
        closed: null,
      },
    ]);
    const [{ price, amount, filled, cost, average, fee } = {}] = orders;
    expect([price, amount, filled, cost, average, fee].map((it) => formatDecimal(it ?? (0n as never)))).toEqual([
      ...['60000', '1', '0.3', '18000.1', '60000.333333333333333333', '18.0001'],
    ]);
  });

  it('given a market order that bought nothing, when it is listed, then its missing fields are null', async () => {
    const bought = { side: 'buy', kind: 'market', force: 'ioc', price: null, quantity: null, budget: '100' };
    await newOrder(2n, { ...bought, ...CLOSED, status: 'cancelled', reason: 'remainder' });
    const [order] = (await list(2n)).list;
    expect(order).toMatchObject({
      price: null,
      amount: null,
      average: null,
      reason: 'remainder',
      closed: expect.any(Number),
    });
  });

  it('given all kinds of orders, when a filter is given, then list and total have only matches, newest first', async () => {
    const open = await newOrder(3n);
    const filled = await newOrder(3n, { ...CLOSED, status: 'filled', market: 2 });
    const cancelled = await newOrder(3n, { ...CLOSED, status: 'cancelled', reason: 'user' });
    const found = async (request: Parameters<typeof list>[1]) => {
      const { list: orders, total } = await list(3n, request);
      return [orders.map(({ id }) => id), total];
    };
    expect(await found({})).toEqual([[cancelled, filled, open], 3]);
    expect(await found({ status: 'open' })).toEqual([[open], 1]);
    expect(await found({ status: 'filled' })).toEqual([[filled], 1]);
    expect(await found({ status: 'closed' })).toEqual([[cancelled, filled], 2]);
    expect(await found({ symbol: 'ETH/USDT' })).toEqual([[filled], 1]);
    expect(await found({ symbol: 'NO/SUCH' })).toEqual([[], 0]);
    expect(await found({ type: 'sell', status: 'open' })).toEqual([[open], 1]);
    expect(await found({ type: 'buy' })).toEqual([[], 0]);
    expect(await found({ page: 2, limit: 2 })).toEqual([[open], 3]);
  });

  it('given orders of three times, when a range is given, then those from its start and before its end are listed', async () => {
    const start = Date.now();
    const [first, second, third] = [0, 1, 2].map((n) => start + n);
    const place = (at: number) => newOrder(10n, { at: new Date(at), side: 'buy' });
    const orders: readonly bigint[] = [await place(start), await place(start + 1), await place(start + 2)];
    const found = async (request: Parameters<typeof list>[1]) =>
      (await list(10n, request)).list.map(({ id }) => orders.indexOf(id));
    expect(await found({ from: second })).toEqual([2, 1]);
    expect(await found({ to: second })).toEqual([0]);
    expect(await found({ from: second, to: third, type: 'buy' })).toEqual([1]);
    expect(await found({ from: first, to: first })).toEqual([]);
    expect(await found({ from: 0, to: Number.MAX_SAFE_INTEGER })).toEqual([2, 1, 0]);
    expect(await found({ from: Number.MAX_SAFE_INTEGER })).toEqual([]);
  });

  it('given more orders than are counted, when the last page by number is read, then it is whole, and the total is 1,000', async () => {
    const userId = testbed.nextId();
    const placed: bigint[] = [];
    for (let n = 0; n < 1_060; n++) placed.unshift(await newOrder(userId));
    const { list: orders, total, next } = await list(userId, { page: 12, limit: 90 });
    expect([orders.map(({ id }) => id), total, next]).toEqual([placed.slice(990), 1_000, null]);
    const first = await list(userId, { page: 1, limit: 90 });
    expect([first.list.map(({ id }) => id), first.total, first.next]).toEqual([placed.slice(0, 90), 1_000, placed[89]]);
  });

  it('given orders of another user and of the other mode, when a user lists, then they are not included', async () => {
    const mine = await newOrder(4n);
    const inDemo = await newOrder(4n, { book: 'demo' });
    await newOrder(5n);
    expect((await list(4n)).list.map(({ id }) => id)).toEqual([mine]);
    expect((await list(4n, {}, 'demo')).list.map(({ id }) => id)).toEqual([inDemo]);
  });
});

/** Reads a whole list page by page; `between` runs after each page. */
async function readAll(userId: bigint, request: Parameters<typeof list>[1], between: () => Promise<unknown>) {
  const found: bigint[] = [];
  for (let before: bigint | undefined; ; ) {
    const { list: orders, next } = await list(userId, { ...request, before });
    found.push(...orders.map(({ id }) => id));
    if (next === null) return found;
    before = next;
    await between();
  }
}

describe('pages of a list that changes', () => {
  const STATES = [{}, { ...CLOSED, status: 'filled' }, { ...CLOSED, status: 'cancelled', reason: 'user' }] as const;
  let users = 1_000n;

  it('given orders that are placed and closed meanwhile, then each from before is listed exactly once, newest first', async () => {
    const orders = fc.array(fc.record({ state: fc.nat(2), market: fc.constantFrom(1, 2) }), { maxLength: 12 });
    const filters = fc.record(
      { symbol: fc.constantFrom('BTC/USDT', 'ETH/USDT'), status: fc.constantFrom('closed', 'filled', 'cancelled') },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(orders, filters, fc.integer({ min: 1, max: 4 }), async (placed, request, limit) => {
        users += 1n;
        const userId = users;
        const place = ({ state, market }: (typeof placed)[number]) => newOrder(userId, { ...STATES[state], market });
        for (const order of placed) await place(order);
        const before = await readAll(userId, { ...request, limit: 100 }, async () => {});
        const found = await readAll(userId, { ...request, limit }, async () => {
          await place({ state: 1, market: 1 });
          await place({ state: 0, market: 2 });
          await engine.query(
            `update spot_order set status = 'cancelled', reason = 'user', held = 0, closed_at = now()
              where id = (select max(id) from spot_order where user_id = $1 and status = 'open')`,
            [userId],
          );
        });
        expect(found.filter((id) => before.includes(id))).toEqual(before);
        expect(found).toEqual(found.toSorted((a, b) => (a > b ? -1 : 1)));
        expect(new Set(found).size).toBe(found.length);
      }),
      { numRuns: 15 },
    );
  });

  it('given more than a thousand orders, then the total is 1,000, and deeper pages are refused except with `before`', async () => {
    const first = testbed.nextId();
    await engine.query(
      `insert into spot_order (id, user_id, book, market, side, kind, force, price, quantity, maker_rate, taker_rate, filled,
                               cost, exact_fee, fee, held, status, reason, key, at, closed_at)
       select $1::bigint + n, 900, 'real', 1, 'buy', 'limit', 'gtc', 1, 1, 0, 0, 0, 0, 0, 0, 0, 'cancelled', 'user',
              gen_random_uuid(), now(), now() from generate_series(1, 1100) n`,
      [first],
    );
    const last = await list(900n, { page: 100 });
    expect(last).toMatchObject({ total: 1_000, next: first + 101n });
    expect(last.list.map(({ id }) => id - first)).toEqual([110n, 109n, 108n, 107n, 106n, 105n, 104n, 103n, 102n, 101n]);
    await expect(list(900n, { page: 101 })).rejects.toThrow('parameter_error');
    await expect(list(900n, { page: 2, before: first })).rejects.toThrow('parameter_error');
    expect((await list(900n, { before: first + 101n, limit: 100 })).list.map(({ id }) => id - first)).toHaveLength(100);
    expect(await list(900n, { before: first + 1n })).toMatchObject({ list: [], next: null, total: null });
  });
});
