import { beforeAll, describe, expect, it } from 'vitest';
import { aTick } from '../../../../test/price-testbed.ts';
import { aVenueTick, openSpotTestbed, type Shown, type SpotTestbed, until } from '../../../../test/spot-testbed.ts';

const BTC = 1;
const ETH = 2;
const SOL = 3;
const XRP = 4;
const AVAX = 9;
/** Levels of each side of a ladder. */
const LEVELS = 30;
let testbed: SpotTestbed;

beforeAll(async () => {
  testbed = await openSpotTestbed();
});

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: Error) => error.message,
  );
const isFunded = (market: number) => async () =>
  (
    await testbed.root.query(`select from ledger_transfer where kind = 'spot.ladder.funding' and ref = $1`, [
      `demo:${market}:1`,
    ])
  ).rowCount === 1
    ? true
    : undefined;

/** Starts a demo market in which the house quotes around a price. */
async function quoteDemo(market: number, price: string) {
  await testbed.seal([aTick(market, price, Date.now())]);
  await until(() => 'the house to be funded', isFunded(market));
  await testbed.seal([aTick(market, price, Date.now())]);
  return await testbed.untilShown(
    'demo',
    market,
    ({ depth }) => depth.asks.length === LEVELS && depth.bids.length === LEVELS,
  );
}
const newestBook = (market: number) =>
  testbed.published.findLast(({ subject }) => subject === `book.demo.${market}`)?.message as Shown | undefined; // Sent by the engine.
const fillsOf = async (order: string) =>
  (await testbed.root.query(`select * from spot_fill where taker_order = $1 or maker_order = $1 order by id`, [order]))
    .rows;
const receiptOf = async (fill: string) =>
  (await testbed.root.query('select kind, block, body from receipt where id = $1', [fill])).rows[0];

describe('the house ladder', () => {
  it('given a price, when a demo market receives it, then the house is funded once and quotes thirty levels each side', async () => {
    const shown = await quoteDemo(BTC, '60000');
    const [bid, ask] = [shown.depth.bids, shown.depth.asks].map(([first]) => Number(first?.[0]));
    // One to three hundredths of a percent from the price.
    expect([60_000 - (bid ?? 0), (ask ?? 0) - 60_000].every((away) => away >= 6 && away <= 18)).toBe(true);
    const { rows } = await testbed.root.query(
      `select currency, available::float8 as has from ledger_account
        where owner = 'house:ladder-1' and book = 'demo' order by currency`,
    );
    expect(rows).toEqual([
      { currency: 'BTC', has: 83.33333 },
      { currency: 'USDT', has: 5_000_000 },
    ]);
  });

  it('given house quotes, when a user sends a market buy, then it fills against them, and each fill has a receipt', async () => {
    const shown = await quoteDemo(ETH, '3000');
    const me = await testbed.newTrader('demo', { USDT: '50000', ETH: '0' });
    const [first] = shown.depth.asks;
    const order = await testbed.place(me, ETH, { kind: 'market', side: 'buy', budget: '49000' });
    expect(order).toMatchObject({ status: 'filled', reason: null, budget: '49000' });
    expect(Number(order.cost) + Number(order.fee)).toBeLessThanOrEqual(49_000);
    expect(Number(order.cost) + Number(order.fee)).toBeGreaterThan(48_999);
    const fills = await fillsOf(order.id);
    expect(fills.length).toBeGreaterThan(1);
    const receipts = await Promise.all(fills.map(({ id }) => receiptOf(id)));
    expect(receipts.slice(0, 2).map(({ kind, body }) => [kind, body.version, body.fill.side, body.taken])).toEqual([
      ['spot.house_fill', 3, 'buy', 0],
      ['spot.house_fill', 3, 'buy', Math.round(Number(first?.[1]) * 10_000)],
    ]);
    const after = await testbed.untilShown('demo', ETH, ({ trades }) => trades.length === fills.length);
    expect(after.trades.every(({ isHouse }) => isHouse)).toBe(true);
  });

  it('given a resting order, when the price reaches it, then the house fills it at the order’s price', async () => {
    await quoteDemo(SOL, '150');
    const me = await testbed.newTrader('demo', { USDT: '10000', SOL: '0' });
    const order = await testbed.place(me, SOL, { kind: 'limit', side: 'buy', price: '149', quantity: '10' });
    expect(order.status).toBe('open');
    await testbed.seal([aTick(SOL, '147', Date.now())]);
    const [fill] = await until(
      () => 'the fill',
      async () => {
        const rows = await fillsOf(order.id);
        return rows.length > 0 ? rows : undefined;
      },
    );
    expect(fill).toMatchObject({ taker_order: null, taker: null, side: 'sell' });
    expect([Number(fill.price), Number(fill.quantity), Number(fill.maker_fee)]).toEqual([149, 10, 1.49]);
    expect((await receiptOf(fill.id)).body.fill).toMatchObject({ houseTook: true, side: 'buy', price: '149' });
    const lastPush = () => testbed.published.findLast(({ subject }) => subject === `push.${me.id}.demo`)?.message;
    const orders = [{ id: order.id, status: 'filled' }];
    await expect.poll(lastPush).toMatchObject({ channel: 'orders', data: { orders } });
  });

  it('given an order larger than one house level, when the price reaches it, then every level’s fill is settled', async () => {
    const market = 10;
    await quoteDemo(market, '100');
    const me = await testbed.newTrader('demo', { USDT: '100000', LINK: '0' });
    const order = await testbed.place(me, market, { kind: 'limit', side: 'buy', price: '95', quantity: '500' });
    await testbed.seal([aTick(market, '90', Date.now())]);
    const isDone = async () => {
      const { rows } = await testbed.root.query('select status, filled, held from spot_order where id = $1', [
        order.id,
      ]);
      return rows[0].status === 'filled' ? rows[0] : undefined;
    };
    const row = await until(() => 'the order to be complete', isDone);
    expect([Number(row.filled), Number(row.held)]).toEqual([500, 0]);
    expect((await fillsOf(order.id)).length).toBeGreaterThan(1);
    expect((await testbed.root.query('select from engine_dead_command')).rowCount).toBe(0);
  });

  it('given more orders than one command may fill, when the price reaches all of them, then all are filled', async () => {
    const market = 11;
    await quoteDemo(market, '100');
    const people = await Promise.all([1, 2, 3].map(() => testbed.newTrader('demo', { USDT: '100000', DOT: '0' })));
    const request = { kind: 'limit', side: 'buy', price: '98', quantity: '0.1' } as const;
    await Promise.all(people.flatMap((who) => Array.from({ length: 150 }, () => testbed.place(who, market, request))));
    await testbed.seal([aTick(market, '95', Date.now())]);
    await until(
      () => 'every order to be filled',
      async () =>
        (await testbed.root.query(`select from spot_order where market = $1 and status = 'open'`, [market]))
          .rowCount === 0
          ? true
          : undefined,
    );
  });

  it('given a demo house with exhausted inventory, when the next price arrives, then it quotes both sides again', async () => {
    const market = 12;
    await quoteDemo(market, '100');
    const rich = await testbed.newTrader('demo', { USDT: '30000000', LTC: '0' });
    const fundings = async () => {
      const { rows } = await testbed.root.query<{ n: number }>(
        `select count(*)::int as n from ledger_transfer where kind = 'spot.ladder.funding' and ref like 'demo:12:%'`,
      );
      return rows[0]?.n ?? 0;
    };
    const isRefunded = async () => (await fundings()) > 1;
    const isOffered = () => newestBook(market)?.depth.asks.length === LEVELS;
    // A busy machine refuses some purchases; it is enough that the accepted ones exhaust the house. An exhausted house
    // offers less until the price after its next funding, so that a full ladder is not waited for alone.
    for (const endMs = Date.now() + 60_000; !(await isRefunded()) && Date.now() < endMs; ) {
      await testbed.place(rich, market, { kind: 'market', side: 'buy', budget: '200000' }).catch(() => undefined);
      await testbed.seal([aTick(market, '100', Date.now())]);
      await until(
        () => 'a full ladder or a funding',
        async () => (isOffered() || (await isRefunded()) ? true : undefined),
      );
    }
    expect(await fundings()).toBeGreaterThan(1);
    const before = newestBook(market)?.seq;
    await testbed.seal([aTick(market, '101', Date.now())]);
    await testbed.untilShown(
      'demo',
      market,
      ({ seq, depth }) => seq !== before && depth.asks.length === LEVELS && depth.bids.length === LEVELS,
    );
  });

  it('given a user and the house at one price, when a taker arrives, then the user’s order fills first', async () => {
    const { depth } = await quoteDemo(XRP, '2');
    const best = depth.asks[0]?.[0] ?? '';
    const maker = await testbed.newTrader('demo', { USDT: '0', XRP: '1000' });
    const taker = await testbed.newTrader('demo', { USDT: '1000', XRP: '0' });
    await testbed.place(maker, XRP, { kind: 'limit', side: 'sell', price: best, quantity: '50' });
    const order = await testbed.place(taker, XRP, { kind: 'limit', side: 'buy', price: best, quantity: '80' });
    const fills = await fillsOf(order.id);
    expect(fills.map((it) => [it.maker === null, Number(it.quantity)])).toEqual([
      [false, 50],
      [true, 30],
    ]);
  });

  it('given a stale price, when a user trades, then no ladder, market orders are refused, limits rest and cancel', async () => {
    const market = 5;
    await quoteDemo(market, '600');
    // No tick arrives for five seconds.
    await testbed.untilShown('demo', market, ({ depth }) => depth.asks.length === 0 && depth.bids.length === 0);
    const me = await testbed.newTrader('demo', { USDT: '10000', BNB: '0' });
    expect(await refusal(testbed.place(me, market, { kind: 'market', side: 'buy', budget: '100' }))).toBe(
      'price_stale',
    );
    const order = await testbed.place(me, market, { kind: 'limit', side: 'buy', price: '700', quantity: '1' });
    expect(order.status).toBe('open');
    expect(await testbed.cancel(me, order.id)).toMatchObject({ status: 'cancelled', reason: 'user', fee: '0' });
  });

  it('given simulated prices, when a real order arrives, then it is refused; given venue prices, it is accepted', async () => {
    const market = 6;
    await testbed.seal([aTick(market, '10', Date.now())]);
    const me = await testbed.newTrader('real', { USDT: '1000', DOGE: '100' });
    const request = { kind: 'limit', side: 'buy', price: '9', quantity: '10' } as const;
    await until(
      () => 'the price to be heard',
      async () => ((await refusal(testbed.place(me, market, request))) === 'price_simulated' ? true : undefined),
    );
    await testbed.seal([aVenueTick(market, '10')]);
    await until(
      () => 'the venues’ price to be heard',
      async () => ((await refusal(testbed.place(me, market, request))) === 'accepted' ? true : undefined),
    );
    const shown = await testbed.untilShown('real', market, ({ depth }) => depth.bids.length > 0);
    expect(shown.depth.asks).toEqual([]); // The real-money house ladder is not funded.
  });

  it('given prices of local venues, when the deployment is not development, then a real order is refused', async () => {
    const market = 7;
    const tick = aVenueTick(market, '10');
    const sources = tick.sources.map((each) => ({ ...each, source: each.source + 10 })); // 21 and 22.
    await testbed.seal([{ ...tick, sources }]);
    const me = await testbed.newTrader('real', { USDT: '1000', ADA: '100' });
    const request = { kind: 'limit', side: 'buy', price: '9', quantity: '10' } as const;
    await until(
      () => 'the price to arrive',
      async () => ((await refusal(testbed.place(me, market, request))) === 'price_simulated' ? true : undefined),
    );
  });
});

/** Inserts a limit directly into the table, for a user who never registered. */
async function limit(userId: bigint, column: 'until' | 'amount', kind: string, value: unknown): Promise<void> {
  await testbed.root.query('set session_replication_role = replica');
  await testbed.root.query(`insert into personal_limit (user_id, kind, ${column}) values ($1, $2, $3)`, [
    userId,
    kind,
    value,
  ]);
  await testbed.root.query('reset session_replication_role');
}

describe('personal limits', () => {
  it('given a cool-off, when its owner buys, then it is refused; selling and cancelling are not', async () => {
    const me = await testbed.newTrader('demo', { USDT: '10000', AVAX: '1' });
    const buy = { kind: 'limit', side: 'buy', price: '10', quantity: '1' } as const;
    const resting = await testbed.place(me, AVAX, buy);
    await limit(me.id, 'until', 'cool_off', new Date(Date.now() + 7_200_000));
    expect(await refusal(testbed.place(me, AVAX, buy))).toBe('cooling_off');
    expect((await testbed.place(me, AVAX, { ...buy, side: 'sell', price: '20' })).status).toBe('open');
    expect((await testbed.cancel(me, resting.id)).status).toBe('cancelled');
  });

  it('given a loss limit reached by today’s trades at the index, when the user buys again, then it is refused', async () => {
    await quoteDemo(8, '100');
    const me = await testbed.newTrader('demo', { USDT: '10000', TRX: '0' });
    await limit(me.id, 'amount', 'daily_loss', 1);
    const buy = { kind: 'market', side: 'buy', budget: '100' } as const;
    expect((await testbed.place(me, 8, buy)).status).toBe('filled');
    await testbed.seal([aTick(8, '50', Date.now())]);
    await until(
      () => 'the limit to bind',
      async () => ((await refusal(testbed.place(me, 8, buy))) === 'personal_limit_reached' ? true : undefined),
    );
  });
});
