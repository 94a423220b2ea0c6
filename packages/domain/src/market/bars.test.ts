import type { Amount, Price } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addTick, barEnd, barStart, type Candle, mergeCandles, PERIODS, type Period, type Tick } from './index.ts';

const DAY = 24 * 3_600_000;
const START = Date.UTC(2024, 0, 28, 11); // A Sunday near a month end, so weeks and months roll over soon.
const times = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2035, 0) });
const periods = fc.constantFrom(...PERIODS);

type TickSample = Pick<Tick, 'atMs' | 'price' | 'volume'>;

/** Ticks of one market in time order: mostly close together, with gaps of hours and days. */
const ticks = fc
  .array(
    fc.record({
      gapMs: fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 5 * DAY })),
      price: fc.bigInt({ min: 1n, max: 100n }),
      volume: fc.bigInt({ min: 0n, max: 9n }),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    let atMs = START;
    return steps.map(({ gapMs, price, volume }): TickSample => {
      atMs += gapMs;
      return { atMs, price: price as Price, volume: volume as Amount };
    });
  });

/** Reference implementation: builds each bar from all ticks that fall between its start and end. */
function barsOf(samples: readonly TickSample[], period: Period): Candle[] {
  const starts = [...new Set(samples.map(({ atMs }) => barStart(period, atMs)))];
  return starts.map((startMs) => {
    const inside = samples.filter(({ atMs }) => atMs >= startMs && atMs < barEnd(period, startMs));
    const prices = inside.map(({ price }) => price).sort((a, b) => (a < b ? -1 : 1));
    const volume = inside.reduce((total, tick) => total + tick.volume, 0n) as Amount;
    const open = inside[0]!.price;
    const close = inside.at(-1)!.price;
    return { startMs, open, high: prices.at(-1)!, low: prices[0]!, close, volume };
  });
}

/** Builds bars incrementally, as production does: one tick at a time, completing a bar when the next begins. */
function folded(samples: readonly TickSample[], period: Period): Candle[] {
  const done = new Map<number, Candle>();
  let candle: Candle | undefined;
  for (const tick of samples) {
    candle = addTick(candle, tick, period);
    done.set(candle.startMs, candle);
  }
  return [...done.values()];
}

describe('bar boundaries', () => {
  it('barStart is idempotent, each bar contains the time it was computed for, and the next bar starts at its end', () => {
    fc.assert(
      fc.property(periods, times, (period, at) => {
        const start = barStart(period, at);
        const end = barEnd(period, start);
        expect(barStart(period, start)).toBe(start);
        expect(start <= at && at < end).toBe(true);
        expect(barStart(period, end - 1)).toBe(start);
        expect(barStart(period, end)).toBe(end);
      }),
    );
  });

  it('bars nest: a shorter bar lies within one bar of every longer period, except weeks within months', () => {
    fc.assert(
      fc.property(times, (at) => {
        for (const [index, shorter] of PERIODS.entries()) {
          const start = barStart(shorter, at);
          for (const longer of PERIODS.slice(index).filter((one) => shorter !== '1week' || one === '1week')) {
            expect(barStart(longer, barEnd(shorter, start) - 1)).toBe(barStart(longer, start));
          }
        }
      }),
    );
  });

  it('days, weeks and months follow the UTC calendar through ten years of days', () => {
    const wrong: string[] = [];
    for (let day = Date.UTC(2020, 0, 1); day < Date.UTC(2030, 0, 1); day += DAY) {
      const date = new Date(day).toISOString().slice(0, 10);
      const late = day + DAY - 1;
      const monday = barStart('1week', day);
      const isWeek = new Date(monday).getUTCDay() === 1 && monday % DAY === 0 && late - monday < 7 * DAY;
      const isMonth = barStart('1mon', late) === Date.parse(`${date.slice(0, 7)}-01T00:00:00Z`);
      const isOne = barStart('1day', late) === day && barStart('1week', late) === monday;
      if (!isWeek || !isMonth || !isOne) wrong.push(date);
    }
    expect(wrong).toEqual([]);
  });

  it('a leap February has twenty-nine days, and December ends with the year', () => {
    expect(barEnd('1mon', Date.UTC(2024, 1, 1)) - Date.UTC(2024, 1, 1)).toBe(29 * DAY);
    expect(barEnd('1mon', Date.UTC(2026, 11, 1))).toBe(Date.UTC(2027, 0, 1));
  });

  it('fixed-length bars have their length, and intraday bars align to the start of the day', () => {
    const lengths = {
      '1min': 1,
      '5min': 5,
      '15min': 15,
      '30min': 30,
      '60min': 60,
      '4hour': 240,
      '1day': 1_440,
    } as const;
    for (const [period, minutes] of Object.entries(lengths) as [Period, number][]) {
      const midnight = Date.UTC(2026, 10, 18);
      expect(barStart(period, midnight)).toBe(midnight);
      expect(barEnd(period, midnight) - midnight).toBe(minutes * 60_000);
    }
  });
});

describe('candles', () => {
  it.each(PERIODS)('%s candles built tick by tick equal those computed from all ticks at once', (period) => {
    fc.assert(
      fc.property(ticks, (samples) => {
        expect(folded(samples, period)).toEqual(barsOf(samples, period));
      }),
    );
  });

  it.each(PERIODS)('one-minute candles merged to %s equal those computed from all ticks at once', (period) => {
    fc.assert(
      fc.property(ticks, (samples) => {
        expect(mergeCandles(barsOf(samples, '1min'), period)).toEqual(barsOf(samples, period));
      }),
    );
  });

  it('merging through any intermediate period gives the same result, except that weeks cannot form months', () => {
    const between = fc.tuple(periods, periods).filter(([one, other]) => PERIODS.indexOf(one) <= PERIODS.indexOf(other));
    fc.assert(
      fc.property(ticks, between, (samples, [shorter, longer]) => {
        fc.pre(shorter !== '1week' || longer === '1week');
        expect(mergeCandles(barsOf(samples, shorter), longer)).toEqual(barsOf(samples, longer));
      }),
    );
  });

  it('given a bar, when a tick from an earlier bar arrives, then it throws a defect and returns no bar', () => {
    const tick = { atMs: START, price: 5n as Price, volume: 0n as Amount };
    const candle = addTick(undefined, tick, '1min');
    expect(() => addTick(candle, { ...tick, atMs: START - 1 }, '1min')).toThrow('time does not go backwards');
  });
});
