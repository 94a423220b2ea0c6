import { type Amount, type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { Order } from '../../../data/account/orders.ts';
import type { Text } from '../../../data/app/texts.ts';
import {
  baseText,
  kindText,
  limitText,
  paidText,
  reasonText,
  receiptText,
  sizeText,
  statusText,
} from './order-texts.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const text: Text = (key, params) => (params === undefined ? key : `${key} ${Object.values(params).join(' ')}`);
const PLACES = { base: 'BTC', quote: 'USDT', precision: 1, lot_precision: 5 };

const ORDER: Order = {
  id: 1n,
  symbol: 'BTC/USDT',
  currency_id: 1n,
  legal_id: 3n,
  type: 'buy',
  kind: 'limit',
  time_in_force: 'gtc',
  price: parseDecimal<Price>('67200'),
  amount: amount('0.02'),
  budget: null,
  filled: amount('0.007'),
  cost: amount('0'),
  average: null,
  fee: amount('0'),
  fee_currency: 'USDT',
  status: 'open',
  reason: null,
  created: 0,
  closed: null,
};

describe('the texts of an order', () => {
  it('given a partial fill, then its status includes the share', () => {
    expect(statusText(ORDER, text)).toBe('spot.orders.stage.filling 35%');
    expect(statusText({ ...ORDER, status: 'cancelled' }, text)).toBe('spot.orders.stage.cut 35%');
    expect(statusText({ ...ORDER, filled: amount('0') }, text)).toBe('spot.status.open');
    expect(statusText({ ...ORDER, status: 'filled' }, text)).toBe('spot.status.filled');
  });

  it('given plain good-till-cancelled, then no time in force is shown; any other is', () => {
    expect(kindText(ORDER, text)).toBe('spot.limit');
    expect(kindText({ ...ORDER, time_in_force: 'post' }, text)).toBe('spot.limit · spot.force.post');
    expect(kindText({ ...ORDER, kind: 'market', time_in_force: 'ioc' }, text)).toBe('spot.market');
  });

  it('given it was not cancelled, then there is no reason', () => {
    expect(reasonText(ORDER, text)).toBeUndefined();
    expect(reasonText({ ...ORDER, reason: 'remainder' }, text)).toBe('spot.reason.remainder');
  });

  it('given figures, then they are truncated to the market’s precision and never rounded up', () => {
    expect(limitText(ORDER, PLACES, text)).toBe('67,200.0');
    expect(baseText(amount('0.0149999'), PLACES)).toBe('0.01499 BTC');
    expect(sizeText({ ...ORDER, amount: null, budget: amount('1000.5') }, PLACES)).toBe('1,000.50 USDT');
  });

  it('given settled money, then it is truncated to cents, and a coin to eight places', () => {
    expect(paidText(amount('199.67908843'), 'USDT')).toBe('199.67 USDT');
    expect(paidText(amount('0.0149775009'), 'BTC')).toBe('0.0149775 BTC');
  });

  it('given a fee, then money has two to four places, a coin eight, and a non-zero fee is never shown as zero', () => {
    expect(receiptText(amount('0.29909999'), 'USDT')).toBe('0.2991 USDT');
    expect(receiptText(amount('3.75'), 'USDT')).toBe('3.75 USDT');
    expect(receiptText(amount('99.80019'), 'USDT', 'down')).toBe('99.8001 USDT');
    expect(receiptText(amount('0.000022509'), 'BTC')).toBe('0.00002251 BTC');
    expect(receiptText(amount('0.00003'), 'USDT')).toBe('0.00003 USDT');
    expect(receiptText(amount('0'), 'USDT')).toBe('0.00 USDT');
  });
});
