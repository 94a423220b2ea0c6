import { type Amount, type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { orderLevels } from './order-levels.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const price = (text: string) => parseDecimal<Price>(text);
const order = (type: 'buy' | 'sell', at: string, left: string, filled = '0', symbol = 'BTC/USDT') => ({
  symbol,
  type,
  price: price(at),
  filled: amount(filled),
  amount: amount(left),
});

describe('the price levels of the user’s orders', () => {
  it('given a partly filled order, when it is drawn, then its remaining amount counts', () =>
    expect(orderLevels([order('buy', '67200', '0.02', '0.007')], 'BTC/USDT')).toEqual([
      { side: 'buy', price: price('67200'), left: amount('0.013') },
    ]));

  it('given two orders of one side at one price, when they are drawn, then they are one level', () =>
    expect(orderLevels([order('buy', '1', '2'), order('sell', '1', '5'), order('buy', '1', '3')], 'BTC/USDT')).toEqual([
      { side: 'buy', price: price('1'), left: amount('5') },
      { side: 'sell', price: price('1'), left: amount('5') },
    ]));

  it('given orders of another market or without a price, when they are drawn, then there is no level', () => {
    const market = { ...order('buy', '1', '2'), price: null };
    expect(orderLevels([order('buy', '1', '2', '0', 'ETH/USDT'), market], 'BTC/USDT')).toEqual([]);
  });
});
