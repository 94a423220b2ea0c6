import { type Amount, ONE, type Price, parseDecimal, showPercent } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candle, changePercent, dayFigures } from './index.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 18, 12, 0, 30);
const price = (value: number | bigint) => (BigInt(value) * ONE) as Price; // A test literal.
const amount = (value: number) => BigInt(value) as Amount;

/** Builds a bar that started `agoMs` ago; prices are open, high, low, close. */
const bar = (agoMs: number, [open, high, low, close]: readonly number[], volume: number): Candle => ({
  startMs: NOW - agoMs,
  open: price(open ?? 0),
  high: price(high ?? 0),
  low: price(low ?? 0),
  close: price(close ?? 0),
  volume: amount(volume),
});

describe('24-hour statistics', () => {
  it('given bars inside and outside the last 24 hours, then only those that started inside count', () => {
    const bars = [
      bar(DAY + 1, [1, 999, 1, 1], 1_000),
      bar(DAY, [100, 110, 99, 105], 1),
      bar(5 * MINUTE, [105, 130, 104, 120], 2),
      bar(30_000, [120, 121, 90, 112], 4),
      bar(-1, [500, 500, 1, 1], 1_000),
    ];
    expect(dayFigures(bars, { price: price(112), nowMs: NOW })).toEqual({
      open: price(100),
      high: price(130),
      low: price(90),
      volume: 7n,
      changePercent: parseDecimal('0.12'),
    });
  });

  it('given no bar in 24 hours, as over a weekend, then the change is zero', () => {
    const figures = dayFigures([bar(2 * DAY, [1, 1, 1, 1], 9)], { price: price(7), nowMs: NOW });
    expect(figures).toEqual({ open: price(7), high: price(7), low: price(7), volume: 0n, changePercent: 0n });
  });

  it('the current price is always within high and low, even before its bar includes it', () => {
    const bars = [bar(MINUTE, [100, 101, 99, 100], 1)];
    expect(dayFigures(bars, { price: price(105), nowMs: NOW })).toMatchObject({ high: price(105), low: price(99) });
    expect(dayFigures(bars, { price: price(95), nowMs: NOW })).toMatchObject({ high: price(101), low: price(95) });
  });
});

describe('the change in percent', () => {
  it.each([
    [100, 101, '0.01', '+1.00%'],
    [100, 99, '-0.01', '−1.00%'],
    [3, 4, '0.3333', '+33.33%'],
    [3, 2, '-0.3333', '−33.33%'],
    [7, 13, '0.8571', '+85.71%'], // 85.714285… %
    [100_000, 100_001, '0', '0.00%'],
    [100_000, 99_999, '0', '0.00%'],
    [1, 3, '2', '+200.00%'],
  ])(
    'from %d to %d is %s and is shown as %s: truncated towards zero, never overstated',
    (open, now, expected, shown) => {
      const change = changePercent(price(open), price(now));
      expect(change).toBe(parseDecimal(expected));
      expect(showPercent(change)).toBe(shown);
    },
  );

  it('is within 0.01 percent of the exact value, on the side of zero', () => {
    const prices = fc.bigInt({ min: 1n, max: 10n ** 30n });
    fc.assert(
      fc.property(prices, prices, (open, now) => {
        const change = changePercent(open as Price, now as Price);
        const size = change < 0n ? -change : change;
        const moved = now < open ? open - now : now - open;
        expect(size * open).toBeLessThanOrEqual(moved * ONE);
        expect((size + ONE / 10_000n) * open).toBeGreaterThan(moved * ONE);
        expect(change === 0n || change > 0n === now > open).toBe(true);
        expect(size % (ONE / 10_000n)).toBe(0n);
      }),
    );
  });
});
