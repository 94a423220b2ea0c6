import { type Amount, type Price, parseDecimal } from '@app/money';
import type { QuoteShown } from '@app/protocol/socket';
import { describe, expect, it } from 'vitest';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { type MoverTab, moversOf } from './movers.ts';

type Day = { price: string; open?: string; vol?: string; state?: QuoteShown['state'] };

function testbed(days: Readonly<Record<string, Day>>) {
  const symbols = Object.keys(days);
  const markets = symbols.map(
    (symbol, index) => ({ id: BigInt(index + 1), symbol, quote: symbol.split('/')[1] }) as MarketInfo,
  ); // All that is used here.
  const quotes = new Map(symbols.map((symbol) => [symbol, quoteOf(days[symbol]!)]));
  return (tab: MoverTab) => moversOf(tab, markets, quotes).map(({ symbol }) => symbol.split('/')[0]);
}
const quoteOf = ({ price, open = price, vol = '1', state = 'open' }: Day) =>
  ({
    price: parseDecimal<Price>(price),
    open: parseDecimal<Price>(open),
    vol: parseDecimal<Amount>(vol),
    state,
  }) as QuoteShown;

describe('the movers', () => {
  it('given turnovers, then the largest is the hottest, whatever the number of coins', () => {
    const movers = testbed({
      'A/USDT': { price: '2', vol: '10' },
      'B/USDT': { price: '1000', vol: '1' },
      'C/USDT': { price: '0.1', vol: '900' },
    });
    expect(movers('hot')).toEqual(['B', 'C', 'A']);
  });

  it('given a turnover in another currency, then it is not compared', () => {
    expect(testbed({ 'A/USDT': { price: '2' }, 'EUR/JPY': { price: '160', vol: '1000' } })('hot')).toEqual(['A']);
  });

  it('given changes, then gainers and losers are separate and unchanged markets are neither', () => {
    const movers = testbed({
      'A/USDT': { price: '11', open: '10' },
      'B/USDT': { price: '9', open: '10' },
      'C/USDT': { price: '10', open: '10' },
      'D/USDT': { price: '13', open: '10' },
      'E/USDT': { price: '5', open: '10' },
      'F/USDT': { price: '10.0001', open: '10' },
    });
    expect(movers('gainers')).toEqual(['D', 'A']);
    expect(movers('losers')).toEqual(['E', 'B']);
  });

  it('given a market that is closed, halted or stale, then it is not a mover', () => {
    const movers = testbed({
      'A/USDT': { price: '11', open: '10' },
      'B/USDT': { price: '99', open: '10', state: 'closed' },
      'C/USDT': { price: '99', open: '10', state: 'halted' },
      'D/USDT': { price: '99', open: '10', state: 'stale' },
    });
    for (const tab of ['hot', 'gainers', 'new'] as const) expect(movers(tab)).toEqual(['A']);
  });

  it('given no market is open, then all that have a price are ranked', () => {
    expect(testbed({ 'A/USDT': { price: '11', state: 'stale' } })('hot')).toEqual(['A']);
  });

  it('given many, then five are shown, and the newest is the one listed last', () => {
    const movers = testbed(
      Object.fromEntries(['A', 'B', 'C', 'D', 'E', 'F'].map((base) => [`${base}/USDT`, { price: '1' }])),
    );
    expect(movers('new')).toEqual(['F', 'E', 'D', 'C', 'B']);
    expect(movers('hot')).toEqual(['A', 'B', 'C', 'D', 'E']);
  });
});
