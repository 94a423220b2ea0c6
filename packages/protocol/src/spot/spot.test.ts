import { type Amount, type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ordersFrame } from '../socket/index.ts';
import { listOrders, placeOrder } from './index.ts';

const WIRE: z.input<typeof placeOrder.response> = {
  id: '247510912204800001',
  symbol: 'BTC/USDT',
  currency_id: '1',
  legal_id: '3',
  type: 'buy',
  kind: 'limit',
  time_in_force: 'gtc',
  price: '60000',
  amount: '1',
  budget: null,
  filled: '0.5',
  cost: '30000',
  average: '60000',
  fee: '30',
  fee_currency: 'USDT',
  status: 'open',
  reason: null,
  created: 1_800_000_000_000,
  closed: null,
};

describe('an order on the wire', () => {
  it('decodes to what was encoded, alone and in a frame', () => {
    const order = z.decode(placeOrder.response, WIRE);
    expect(order).toMatchObject({ id: 247_510_912_204_800_001n, price: parseDecimal<Price>('60000'), budget: null });
    expect(z.encode(placeOrder.response, order)).toEqual(WIRE);
    const frame = { channel: 'orders', prev: '', seq: '1', data: { orders: [WIRE] } };
    expect(z.encode(ordersFrame, z.decode(ordersFrame, frame))).toEqual(frame);
  });
});

const ASKED = { currency_id: '1', legal_id: '3', type: 'buy', amount: '0.5', target_price: '60000' };
const decode = (wire: object) => z.safeDecode(placeOrder.request, wire as never); // Any input; validated here.

describe('an order request on the wire', () => {
  it('is decoded from a form, and may name its pair instead', () => {
    const { target_price: _price, currency_id: _base, legal_id: _quote, ...rest } = ASKED;
    expect(decode({ ...ASKED, post_only: '1' }).data).toMatchObject({
      amount: parseDecimal<Amount>('0.5'),
      post_only: true,
    });
    expect(decode({ ...rest, currency_name: 'BTC/USDT' }).success).toBe(true);
  });

  it.each([
    { amount: '0' },
    { amount: '-1' },
    { amount: '1e3' },
    { target_price: '0' },
    { type: 'hold' },
    { time_in_force: 'day' },
    { currency_id: '-1' },
    { post_only: 'yes' },
  ])('given %j, when it is decoded, then it is refused', (wrong) => {
    expect(decode({ ...ASKED, ...wrong }).success).toBe(false);
  });
});

describe('a list of orders', () => {
  it.each(['open', 'filled', 'cancelled', 'closed'])('can be filtered by status %s', (status) => {
    expect(z.safeDecode(listOrders.request, { status } as never).success).toBe(true);
  });
});
