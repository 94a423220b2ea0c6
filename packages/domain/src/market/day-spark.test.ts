import { type Amount, multiplyByCount, ONE, type Price } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle } from './candle.ts';
import { daySpark } from './day-spark.ts';

const MINUTE_MS = 60_000;
const NOW_MS = Date.UTC(2026, 0, 2);
const price = (value: number) => multiplyByCount(ONE as Price, value);
const bar = (minutesAgo: number, open: number, close: number): Candle => ({
  startMs: NOW_MS - minutesAgo * MINUTE_MS,
  open: price(open),
  close: price(close),
  high: price(Math.max(open, close)),
  low: price(Math.min(open, close)),
  volume: ONE as Amount,
});

describe('a 48-point sparkline of the day', () => {
  it('given bars at any times, then each point is the close of the newest bar that began before its half hour ended', () => {
    const bars = fc
      .uniqueArray(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 60 })
      .map((minutes) => minutes.sort((a, b) => b - a).map((ago, index) => bar(ago, index + 1, index + 2)));
    fc.assert(
      fc.property(bars, (candles) => {
        const day = candles.filter(({ startMs }) => startMs >= NOW_MS - 1_440 * MINUTE_MS);
        const spark = daySpark(candles, NOW_MS);
        if (day[0] === undefined) {
          expect(spark).toBeUndefined();
          return;
        }
        const heldAt = (step: number) => {
          const endMs = NOW_MS - (47 - step) * 30 * MINUTE_MS;
          return day.findLast(({ startMs }) => startMs < endMs || step === 47)?.close ?? day[0]?.open;
        };
        expect(spark).toEqual({ open: day[0].open, values: Array.from({ length: 48 }, (_, step) => heldAt(step)) });
      }),
    );
  });

  it('given a bar that begins now, then it is the last point', () => {
    expect(daySpark([bar(600, 5, 6), bar(0, 6, 9)], NOW_MS)?.values.at(-1)).toBe(price(9));
  });
});
