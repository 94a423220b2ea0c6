import { formatDecimal, subtract } from '@app/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../../../../test/new-key.ts';
import { aTick } from '../../../../test/price-testbed.ts';
import { findBroken } from '../../../../test/spot-laws.ts';
import { openSpotTestbed, type SpotTestbed, type Trader, until } from '../../../../test/spot-testbed.ts';
import { amount } from '../../../../test/testbed.ts';

const ETH = 2;
const SOL = 3;
/** More resting orders than one batch carries, each worth six USDT. */
const DUST = 600;
const ORDERS_EACH = 200;

let testbed: SpotTestbed;
beforeAll(async () => {
  testbed = await openSpotTestbed();
});

/** Starts a demo market in which the house quotes around a price. */
async function quoteDemo(market: number, price: string) {
  const funded = `select from ledger_transfer where kind = 'spot.ladder.funding' and ref = 'demo:${market}:1'`;
  await testbed.seal([aTick(market, price, Date.now())]);
  await until(
    () => 'the house to be funded',
    async () => ((await testbed.root.query(funded)).rowCount === 1 ? true : undefined),
  );
  await testbed.seal([aTick(market, price, Date.now())]);
  await testbed.untilShown('demo', market, ({ depth }) => depth.asks.length > 0 && depth.bids.length > 0);
}

const newSeller = (coin: string, owned: string) => testbed.newTrader('demo', { [coin]: owned, USDT: '0' });
const sellFor = (trader: Trader, market: number, proceeds: string, key?: string) =>
  testbed.place(trader, market, { kind: 'market', side: 'sell', proceeds }, key);
const outcomeOf = (call: Promise<{ status: string }>) =>
  call.then(
    ({ status }) => status,
    (error: Error) => error.message,
  );
const balanceOf = async ({ id }: Trader, currency: string) => {
  const { rows } = await testbed.root.query<{ available: string; frozen: string }>(
    `select trim_scale(available)::text as available, trim_scale(frozen)::text as frozen from ledger_account
      where owner = $1 and currency = $2 and kind = 'exchange' and book = 'demo'`,
    [`user:${id}`, currency],
  );
  return rows[0];
};

describe('a market sale for proceeds', () => {
  it('given offers, when it is placed, then it brings at least the amount after the fee, and one lot less would not', async () => {
    await quoteDemo(ETH, '3000');
    const me = await newSeller('ETH', '20');
    const order = await sellFor(me, ETH, '30000');
    expect(order).toMatchObject({ status: 'filled', kind: 'market', amount: null, budget: '30000' });
    const net = subtract(amount(order.cost), amount(order.fee));
    expect(net >= amount('30000')).toBe(true);
    expect(net < amount('30000.31')).toBe(true); // A lot of 0.0001 ETH.
    expect(await balanceOf(me, 'USDT')).toEqual({ available: formatDecimal(net), frozen: '0' });
    expect(await findBroken(testbed.root)).toEqual([]);
  });

  it('given the same key again, when it is sent, then the first answer is returned and nothing more is sold', async () => {
    await quoteDemo(ETH, '3000');
    const me = await newSeller('ETH', '20');
    const key = newKey();
    const [order, twin] = await Promise.all([sellFor(me, ETH, '1000', key), sellFor(me, ETH, '1000', key)]);
    expect(twin).toEqual(order);
    expect(await sellFor(me, ETH, '1000', key)).toEqual(order);
    expect((await balanceOf(me, 'ETH'))?.available).toBe(formatDecimal(subtract(amount('20'), amount(order.filled))));
  });

  it('given coins for one, when five are sent at once, then one is filled and the others are refused', async () => {
    await quoteDemo(ETH, '3000');
    const me = await newSeller('ETH', '1');
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcomeOf(sellFor(me, ETH, '2000'))));
    expect(outcomes.sort()).toEqual(['filled', ...Array.from({ length: 4 }, () => 'insufficient_balance')]);
    expect(await findBroken(testbed.root)).toEqual([]);
  });

  it('given coins that suffice at the index price only, when it is placed, then it sells them all and is cut', async () => {
    await quoteDemo(ETH, '3000');
    const me = await newSeller('ETH', '1');
    const order = await sellFor(me, ETH, '2995.4');
    expect(order).toMatchObject({ status: 'cancelled', reason: 'remainder', filled: '1' });
    expect(await balanceOf(me, 'ETH')).toEqual({ available: '0', frozen: '0' });
    expect(await findBroken(testbed.root)).toEqual([]);
  });

  it('given more makers than one batch carries, when it is placed, then it continues and ends at its proceeds', async () => {
    await quoteDemo(SOL, '150');
    const makers = await Promise.all(
      Array.from({ length: DUST / ORDERS_EACH }, () => testbed.newTrader('demo', { USDT: '10000', SOL: '0' })),
    );
    const dust = { kind: 'limit', side: 'buy', price: '150', quantity: '0.04' } as const;
    for (const maker of makers)
      await Promise.all(Array.from({ length: ORDERS_EACH }, () => testbed.place(maker, SOL, dust)));
    await testbed.seal([aTick(SOL, '150', Date.now())]);
    const me = await newSeller('SOL', '100');
    const order = await sellFor(me, SOL, '3000');
    const net = subtract(amount(order.cost), amount(order.fee));
    expect(order.status).toBe('filled');
    expect(net >= amount('3000') && net < amount('3001.5')).toBe(true);
    const { rows } = await testbed.root.query('select from spot_fill where taker_order = $1', [order.id]);
    expect(rows.length).toBeGreaterThan(400);
    expect(await balanceOf(me, 'SOL')).toMatchObject({ frozen: '0' });
    expect(await findBroken(testbed.root)).toEqual([]);
  });
});
