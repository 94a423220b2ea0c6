import { FRESHNESS } from '@app/domain/market';
import { type Decimal, ONE, type Price, parseDecimal, type Rate } from '@app/money';
import { describe, expect, it } from 'vitest';
import { countDirections, risingShare, simulatedAmong, sourceOf } from './list-counts.ts';
import { fiatOf, showsInFiat } from './list-fiat.ts';
import { isCalm } from './list-order.ts';
import { rowState } from './row-state.ts';

const decimal = <Kind extends Decimal>(text: string) => parseDecimal<Kind>(text);
const price = (text: string) => decimal<Price>(text);
const rates = { mine: decimal<Rate>('0.5'), all: { JPY: decimal<Rate>('150'), BAD: 0n as Rate } };

const EURO = { currency: 'EUR', sign: '€' };
const DOLLAR = { currency: 'USD', sign: '$' };

describe('the approximate fiat value of a price', () => {
  it.each([
    ['USDT', '67842.1', 2, '≈ €33,921.05'],
    ['USD', '0.15872', 5, '≈ €0.07'],
    ['USDT', '0.00001234', 8, '≈ €0.00000617'],
    ['JPY', '30000', 0, '≈ €99.99'], // Truncated, never rounded up.
  ])('of %s %s with %i places is %s', (quote, worth, precision, shown) => {
    const fiat = fiatOf(quote, EURO, rates);
    expect(fiat && showsInFiat(price(worth), { base: 'BTC', quote, precision }, fiat)).toBe(shown);
  });

  it.each([
    ['BTC', 'EUR', EURO],
    ['EUR', 'USD', EURO],
    ['BTC', 'USDT', DOLLAR],
    ['EUR', 'USD', DOLLAR],
    ['USD', 'JPY', DOLLAR],
  ])('of %s in %s is not shown where it repeats the price or is one', (base, quote, reader) => {
    const fiat = fiatOf(quote, reader, { mine: ONE as Rate, all: { ...rates.all, EUR: ONE as Rate } });
    expect(fiat && showsInFiat(price('1.5'), { base, quote, precision: 2 }, fiat)).toBeNull();
  });

  it('is unknown where a rate is unknown', () => {
    expect(fiatOf('XXX', EURO, rates)).toBeUndefined();
    expect(fiatOf('BAD', EURO, rates)).toBeUndefined();
    expect(fiatOf('USDT', EURO, { ...rates, mine: undefined })).toBeUndefined();
  });
});

describe('the summary line above the list', () => {
  const quote = (now: string, simulated: boolean) => ({ price: price(now), open: price('100'), simulated });
  const listed = ['a', 'b', 'c', 'd', 'none'].map((symbol) => ({ symbol }));
  const quotes = new Map([
    ['a', quote('101', true)],
    ['b', quote('102', true)],
    ['c', quote('99', true)],
    ['d', quote('100.001', true)], // Less than a hundredth of a percent: its pill shows 0.00%.
    ['elsewhere', quote('1', false)],
  ]);

  it('counts as the pills show, and only markets that are listed and have a price', () => {
    expect(countDirections(listed, quotes)).toEqual({ up: 2, down: 1, flat: 1 });
  });

  it('splits those that moved', () => {
    expect(risingShare({ up: 3, down: 1, flat: 9 })).toBe((ONE * 3n) / 4n);
    expect(risingShare({ up: 0, down: 0, flat: 9 })).toBe(ONE / 2n);
  });

  it('reports all simulated where all are, and some where some are', () => {
    expect(simulatedAmong(listed, quotes)).toBe('all');
    expect(simulatedAmong([...listed, { symbol: 'elsewhere' }], quotes)).toBe('some');
    expect(simulatedAmong([{ symbol: 'elsewhere' }, { symbol: 'none' }], quotes)).toBe('none');
    expect(simulatedAmong([], quotes)).toBe('none');
  });
});

describe('the source of a price', () => {
  it.each([
    [{ simulated: true }, false, 'simulated'],
    [{ simulated: false }, true, 'venues'],
    [undefined, true, 'simulated'],
    [undefined, false, undefined],
  ])('given the quote has %j and the list has %j, then it is %j', (quote, isListed, source) => {
    expect(sourceOf(quote, isListed)).toBe(source);
  });
});

describe('the state of a row', () => {
  const SUNDAY = Date.UTC(2026, 0, 4, 12);
  const open = { state: 'open', at: 1_000 } as const;

  it('is stale when other markets update without it, and not when all are paused', () => {
    const late = 1_000 + FRESHNESS.spot + 1;
    expect(rowState(open, 'always', { changedAt: late, now: late })).toBe('stale');
    expect(rowState(open, 'always', { changedAt: 1_000, now: late + 60_000 })).toBe('open');
  });

  it('is the server’s state when that is closed or halted', () => {
    expect(rowState({ state: 'closed', at: 0 }, 'always', { changedAt: 9e9, now: 9e9 })).toBe('closed');
    expect(rowState({ state: 'halted', at: 0 }, 'always', { changedAt: 9e9, now: 9e9 })).toBe('halted');
  });

  it('given it never had a price, then its trading hours decide whether it is closed', () => {
    expect(rowState(undefined, 'us_stock', { changedAt: SUNDAY, now: SUNDAY })).toBe('closed');
    expect(rowState(undefined, 'always', { changedAt: SUNDAY, now: SUNDAY })).toBe('open');
  });
});

describe('rows are reordered', () => {
  const still = { fingers: 0, scrolledAt: 0, hasKeyFocus: false };
  it('only without a touch, scrolling or keyboard focus on the list', () => {
    expect(isCalm(still, 1_000)).toBe(true);
    expect(isCalm(still, 999)).toBe(false);
    expect(isCalm({ ...still, fingers: 1 }, 9_000)).toBe(false);
    expect(isCalm({ ...still, hasKeyFocus: true }, 9_000)).toBe(false);
  });
});
