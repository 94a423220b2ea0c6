import { type Amount, type Price, parseDecimal, type Rate } from '@app/money';
import type { QuoteShown } from '@app/protocol/socket';
import { describe, expect, it } from 'vitest';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { chartAddress, liveSpark, moverLine } from './mover-line.ts';

const price = (text: string) => parseDecimal<Price>(text);
const QUOTE = { price: price('110'), open: price('100'), vol: parseDecimal<Amount>('3') } as QuoteShown;
const SPARK = { open: price('99'), values: [price('99'), price('105')] };
const MARKET = { base: 'BTC', quote: 'USDT', precision: 2 } as MarketInfo;

describe('the row of a mover', () => {
  it('given a price, then it has its change against the open and its turnover', () => {
    expect(moverLine(MARKET, QUOTE)).toMatchObject({ change: parseDecimal<Rate>('0.1'), volume: price('330') });
  });

  it('given none, then every figure is unknown, not zero', () => {
    expect(moverLine(MARKET, undefined)).toMatchObject({ price: undefined, change: undefined, volume: undefined });
  });

  it('given a day and a price, then the curve ends at the price and uses the same open as the change', () => {
    expect(liveSpark(SPARK, QUOTE)).toEqual({ open: price('100'), values: [price('99'), price('105'), price('110')] });
  });

  it('given only one of both, then the curve uses that one', () => {
    expect(liveSpark(SPARK, undefined)).toBe(SPARK);
    expect(liveSpark(undefined, QUOTE)).toEqual({ open: price('100'), values: [] });
    expect(liveSpark(undefined, undefined).values).toEqual([]);
  });

  it('links to the chart of its pair', () => {
    expect(chartAddress('BTC/USDT')).toBe('/pages/transaction/index?symbol=BTC%2FUSDT');
  });
});
