import { dayFigures, type Tick } from '@app/domain/market';
import { type Amount, multiplyByCount, ONE, type Price } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rollUp } from '../candle/roll-up.ts';
import { createDayBars, DAY_PERIOD } from './day-bars.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2025, 8, 16);

/** Generates ticks some minutes apart, over up to several days. */
const manyTicks = fc
  .array(fc.record({ minutes: fc.integer({ min: 0, max: 400 }), price: fc.integer({ min: 1, max: 1_000 }) }), {
    minLength: 1,
    maxLength: 80,
    size: 'max', // Otherwise all would end within the day.
  })
  .map((steps) => {
    let atMs = START_MS;
    return steps.map(({ minutes, price }, index): Tick => {
      atMs += minutes * MINUTE_MS;
      const whole = multiplyByCount(ONE as Price, price);
      const volume = ONE as Amount;
      return { market: 1, seq: index + 1, atMs, price: whole, volume, sources: [] };
    });
  });

describe('the 24-hour figures', () => {
  it('after every tick equal the rule over all its bars, wherever the earlier bars came from', () => {
    fc.assert(
      fc.property(manyTicks, fc.nat(), (ticks, cut) => {
        const barsOf = (some: readonly Tick[]) =>
          rollUp(some).flatMap((bar) => (bar.period === DAY_PERIOD ? [bar.candle] : []));
        const stored = cut % ticks.length;
        const days = createDayBars(barsOf(ticks.slice(0, stored)));
        for (let place = stored; place < ticks.length; place++) {
          const tick = ticks[place] as Tick; // In bounds.
          days.take(tick);
          const nowMs = tick.atMs - (tick.atMs % (5 * MINUTE_MS));
          const bars = barsOf(ticks.slice(0, place + 1));
          expect(days.figures(tick.atMs)).toEqual(dayFigures(bars, { price: tick.price, nowMs }));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('given a clock that jumps ahead and back, when figures are read again, then nothing of the day is lost', () => {
    const days = createDayBars([]);
    for (let hour = 0; hour < 20; hour++) {
      const sample = { price: multiplyByCount(ONE as Price, hour + 1), volume: ONE as Amount };
      days.take({ market: 1, seq: hour + 1, atMs: START_MS + hour * 60 * MINUTE_MS, ...sample, sources: [] });
    }
    const nowMs = START_MS + 19 * 60 * MINUTE_MS;
    const before = days.figures(nowMs);
    expect(before).toMatchObject({ low: ONE, volume: 20n * ONE });
    days.figures(nowMs + 3 * 24 * 60 * MINUTE_MS);
    expect(days.figures(nowMs)).toEqual(before);
  });

  it('given no ticks for days, then nothing changed; and before the first tick there are no figures', () => {
    const days = createDayBars([]);
    expect(days.figures(START_MS)).toBeUndefined();
    days.take({ market: 1, seq: 1, atMs: START_MS, price: ONE as Price, volume: ONE as Amount, sources: [] });
    expect(days.figures(START_MS + 3 * 24 * 60 * MINUTE_MS)).toMatchObject({ open: ONE, high: ONE, volume: 0n });
  });
});
