import { describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import {
  findHiddenLevels,
  findWrongAcks,
  findWrongOrders,
  findWrongTrades,
  findWrongViews,
  isExactly,
  type Truth,
} from './compare.ts';
import { createOrderView, type OrderSeen } from './view.ts';

const ORDER: OrderSeen = {
  id: '7',
  symbol: 'BTC/USDT',
  type: 'buy',
  status: 'open',
  reason: null,
  filled: '0.5',
  cost: '30000',
  fee: '30',
};
const BALANCE = { account: 'exchange', currency: 'USDT', available: '10', frozen: '2' };
const FILL = { id: '9', price: '60000', quantity: '0.5' };
const DEPTH = { bids: [['60000', '0.5']], asks: [['60100', '1']] } as const;
const TRUTH: Truth = {
  orders: new Map([['1', [{ ...ORDER, user_id: '1', key: 'k' }]]]),
  balances: new Map([['1', [BALANCE]]]),
  fills: new Map([['BTC/USDT', [FILL]]]),
  depths: new Map([['BTC/USDT', DEPTH]]),
};

function clientOf(order: OrderSeen, { balance = BALANCE, trade = FILL } = {}): Client {
  const view = createOrderView(false);
  view.takeFetched([order]);
  const book = { symbol: 'BTC/USDT', trades: () => [trade], depth: () => DEPTH };
  return { person: { id: '1', token: '' }, view, book, balances: () => [balance] } as unknown as Client; // The fields under test.
}

describe('the crowd comparison', () => {
  it('finds nothing where clients have the true state', () => {
    const client = clientOf(ORDER);
    expect(findWrongViews(client, TRUTH)).toEqual([]);
    expect(findWrongTrades([client], new Map([['9', FILL]]), TRUTH)).toEqual([]);
    expect(findWrongAcks([{ key: 'k', user: '1', order: '7' }], TRUTH)).toEqual([]);
    expect(findHiddenLevels(DEPTH, DEPTH)).toEqual([]);
    expect(isExactly(DEPTH, DEPTH)).toBe(true);
  });

  it.each([
    clientOf({ ...ORDER, status: 'filled' }),
    clientOf({ ...ORDER, filled: '0.4' }),
    clientOf({ ...ORDER, fee: '31' }),
    clientOf({ ...ORDER, id: '8' }),
    clientOf(ORDER, { balance: { ...BALANCE, frozen: '3' } }),
    clientOf(ORDER, { balance: { ...BALANCE, account: 'wallet' } }),
  ])('given a client with wrong own state, then it is reported', (client) => {
    expect(findWrongViews(client, TRUTH)).not.toEqual([]);
  });

  it('given a client with a stale order, when orders are compared, then it is found; a wrong balance is not', () => {
    expect(findWrongOrders(clientOf({ ...ORDER, filled: '0.4' }), TRUTH)).toHaveLength(1);
    expect(findWrongOrders(clientOf(ORDER, { balance: { ...BALANCE, frozen: '3' } }), TRUTH)).toEqual([]);
  });

  it('finds invented trades, wrong last trades, lost acknowledged orders and unacknowledged orders', () => {
    expect(findWrongTrades([], new Map([['9', { ...FILL, price: '1' }]]), TRUTH)).toHaveLength(1);
    expect(findWrongTrades([clientOf(ORDER, { trade: { ...FILL, id: '8' } })], new Map(), TRUTH)).toHaveLength(1);
    expect(findWrongAcks([{ key: 'other', user: '1', order: '7' }], TRUTH)).toHaveLength(1);
    expect(findWrongAcks([], TRUTH)).toHaveLength(1);
  });

  it('given more levels than are shown, then exactly the 30 best must be there', () => {
    const bids = Array.from({ length: 31 }, (_, n) => [String(60_000 - n), '1'] as const);
    expect(isExactly({ bids: bids.slice(0, 30), asks: [] }, { bids, asks: [] })).toBe(true);
    expect(isExactly({ bids: bids.slice(0, 29), asks: [] }, { bids, asks: [] })).toBe(false);
  });

  it('finds levels that are not shown, and a crossed order book', () => {
    expect(findHiddenLevels({ bids: [], asks: DEPTH.asks }, DEPTH)).toHaveLength(1);
    expect(findHiddenLevels({ ...DEPTH, bids: [['60000', '0.4']] }, DEPTH)).toHaveLength(1);
    expect(
      findHiddenLevels({ ...DEPTH, bids: [...DEPTH.bids, ['60200', '1']].reverse() as never }, DEPTH),
    ).toHaveLength(1);
    expect(isExactly({ ...DEPTH, asks: [] }, DEPTH)).toBe(false);
  });
});

describe('a client’s view of its orders', () => {
  const frame = (prev: string, seq: string, order: OrderSeen) => ({
    channel: 'orders',
    prev,
    seq,
    data: { orders: [order] },
  });

  it('given a frame out of sequence, then it reports a gap, and older data undoes nothing', () => {
    const view = createOrderView(false);
    expect(view.take(frame('', '1', ORDER))).toBe('gap');
    expect(view.take(frame('1', '2', { ...ORDER, status: 'filled', filled: '1' }))).toBe('applied');
    view.takeFetched([ORDER]);
    expect(view.orders.get('7')?.status).toBe('filled');
    expect(view.take(frame('3', '4', ORDER))).toBe('gap');
    view.forgetPlace();
    expect(view.take(frame('4', '5', ORDER))).toBe('gap');
  });
});
