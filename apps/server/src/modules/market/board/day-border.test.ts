import type { Candle, Tick } from '@app/domain/market';
import { type Amount, multiplyByCount, ONE, type Price } from '@app/money';
import { describe, expect, it } from 'vitest';
import { createDayBars, DAY_MS } from './day-bars.ts';

const STEP_MS = 5 * 60_000;
const BORDER_MS = Date.UTC(2025, 8, 16, 12);
const price = (count: number) => multiplyByCount(ONE as Price, count);

/** A day and one step of bars that all end before the boundary. */
const day = Array.from({ length: 289 }, (_, index): Candle => {
  const prices = { open: price(100), high: price(150), low: price(90), close: price(120) };
  return { startMs: BORDER_MS - DAY_MS - STEP_MS + index * STEP_MS, ...prices, volume: ONE as Amount };
});
const tick: Tick = { market: 1, seq: 1, atMs: BORDER_MS, price: price(121), volume: ONE as Amount, sources: [] };

describe('the 24-hour figures at a step boundary', () => {
  it.each([0, -1, -1_000])(
    'given a clock %i ms from the tick that begins a step, then the day is still complete',
    (lagMs) => {
      const days = createDayBars(day);
      days.figures(BORDER_MS - 1); // Merged for the step before.
      days.take(tick);
      const figures = days.figures(BORDER_MS + lagMs);
      expect(figures).toMatchObject({ open: price(100), high: price(150), low: price(90), volume: 289n * ONE });
    },
  );
});
