import { type Amount, type Decimal, type Price, parseDecimal, type Rate } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { ListSort } from './list-choice.ts';
import { isSameOrder, orderMarkets, turnoverOf } from './list-order.ts';

const decimal = <Kind extends Decimal>(text: string) => parseDecimal<Kind>(text);
const quote = (price: string, open: string, vol: string) => ({
  price: decimal<Price>(price),
  open: decimal<Price>(open),
  vol: decimal<Amount>(vol),
});

const market = (symbol: string) => ({ symbol, quote: symbol.split('/')[1] ?? '' });
const MARKETS = ['BTC/USDT', 'NONE/USDT', 'JPN/JPY', 'DOGE/USDT', 'ODD/XXX'].map(market);
const quotes = new Map([
  ['BTC/USDT', quote('70000', '71000', '10')], // 700,000; falls.
  ['JPN/JPY', quote('30000', '30000', '7000')], // 200 dollars; 1,400,000 dollars; flat.
  ['DOGE/USDT', quote('0.15', '0.14', '100')], // 15; rises.
  ['ODD/XXX', quote('1', '1', '1')], // No rate for XXX.
]);
const known = { quotes, rates: { JPY: decimal<Rate>('150') } };
const names = (sort: ListSort) => orderMarkets(MARKETS, sort, known).map(({ symbol }) => symbol.split('/')[0]);

describe('the order of rows', () => {
  it.each<[ListSort, string]>([
    [undefined, 'BTC NONE JPN DOGE ODD'],
    [{ key: 'price', order: 'down' }, 'BTC JPN DOGE NONE ODD'],
    [{ key: 'price', order: 'up' }, 'DOGE JPN BTC NONE ODD'],
    [{ key: 'volume', order: 'down' }, 'JPN BTC DOGE NONE ODD'],
    [{ key: 'volume', order: 'up' }, 'DOGE BTC JPN NONE ODD'],
    [{ key: 'change', order: 'down' }, 'DOGE JPN ODD BTC NONE'],
    [{ key: 'change', order: 'up' }, 'BTC JPN ODD DOGE NONE'],
  ])('given %j, then it is %s: compared in dollars, unknown last, equals as they were', (sort, expected) => {
    expect(names(sort).join(' ')).toBe(expected);
  });

  it('is the same only with the same rows in the same positions', () => {
    expect(isSameOrder(MARKETS, [...MARKETS])).toBe(true);
    expect(isSameOrder(MARKETS, MARKETS.toReversed())).toBe(false);
    expect(isSameOrder(MARKETS, MARKETS.slice(1))).toBe(false);
  });

  it('counts turnover in the quote currency', () => {
    expect(turnoverOf(quote('70000', '1', '10'))).toBe(decimal<Amount>('700000'));
  });
});
