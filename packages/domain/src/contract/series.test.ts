import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractSettings, deliversAtMs, isSeriesOpen, listedSeries } from './index.ts';

const schedule = contractSettings.series.initial;
const utc = (text: string) => Date.parse(`${text}Z`);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const instants = fc.integer({ min: utc('2020-01-01T00:00'), max: utc('2040-01-01T00:00') });
const schedules = fc.record({
  markets: fc.constant([1]),
  weeks: fc.integer({ min: 0, max: 8 }),
  quarters: fc.integer({ min: 0, max: 4 }),
});

describe('the listed series', () => {
  it.each([
    ['2026-11-18T12:00', ['2026-11-20', '2026-11-27', '2026-12-25', '2027-03-26']],
    ['2026-11-20T07:59:59.999', ['2026-11-20', '2026-11-27', '2026-12-25', '2027-03-26']],
    ['2026-11-20T08:00', ['2026-11-27', '2026-12-04', '2026-12-25', '2027-03-26']],
    ['2026-12-18T08:00', ['2026-12-25', '2027-01-01', '2027-03-26']], // A quarter end among the next Fridays.
    ['2026-12-25T08:00', ['2027-01-01', '2027-01-08', '2027-03-26', '2027-06-25']],
    ['2026-12-31T23:59', ['2027-01-01', '2027-01-08', '2027-03-26', '2027-06-25']],
    ['2028-02-29T00:00', ['2028-03-03', '2028-03-10', '2028-03-31', '2028-06-30']],
  ])('at %s are the next two Fridays and quarter ends: %o', (at, series) => {
    expect(listedSeries(utc(at), schedule, 1)).toEqual(series);
  });

  it('given another market, then there are none', () => {
    expect([2, 3].map((market) => listedSeries(utc('2026-11-18T12:00'), schedule, market).length)).toEqual([4, 0]);
  });

  it('at any instant are Fridays that exist, once each and in order, none of them delivered, and none left out', () => {
    fc.assert(
      fc.property(instants, schedules, (at, own) => {
        const all = listedSeries(at, own, 1);
        expect(all).toEqual([...new Set(all)].sort());
        for (const series of all) {
          expect(new Date(deliversAtMs(series)).toISOString()).toBe(`${series}T08:00:00.000Z`);
          expect(new Date(deliversAtMs(series)).getUTCDay()).toBe(5);
          expect(deliversAtMs(series) > at).toBe(true);
        }
        expect(all).toEqual(slowSeries(at, own));
      }),
      { numRuns: 300 },
    );
  });

  it('given a day that does not exist, then asking for its delivery is a defect', () => {
    for (const name of ['2026-02-30', '2026-13-01', '2026-1-01', 'perp', ''])
      expect(() => deliversAtMs(name)).toThrow();
  });
});

/** Looks at every day of the next years. */
function slowSeries(at: number, { weeks, quarters }: { weeks: number; quarters: number }): string[] {
  const today = at - (at % DAY);
  const fridays = Array.from({ length: 500 }, (_, day) => today + day * DAY)
    .filter((day) => new Date(day).getUTCDay() === 5 && day + 8 * HOUR > at)
    .map((day) => new Date(day));
  const monthOf = (day: number) => new Date(day).getUTCMonth();
  const ends = fridays.filter((day) => monthOf(+day) % 3 === 2 && monthOf(+day + 7 * DAY) !== monthOf(+day));
  const days = new Set([...fridays.slice(0, weeks), ...ends.slice(0, quarters)].map((day) => day.toISOString()));
  return [...days].sort().map((day) => day.slice(0, 10));
}

describe('a series', () => {
  it('opens positions while it is listed, until an hour before its delivery', () => {
    const isOpen = (at: string, series = '2026-11-20', market = 1) => isSeriesOpen(series, utc(at), schedule, market);
    expect(isOpen('2026-11-18T12:00')).toBe(true);
    expect(isOpen('2026-11-20T06:59:59.999')).toBe(true);
    expect(isOpen('2026-11-20T07:00')).toBe(false);
    expect(isOpen('2026-11-18T12:00', '2026-12-04')).toBe(false); // The third Friday.
    expect(isOpen('2026-11-18T12:00', '2026-02-30')).toBe(false);
    expect(isOpen('2026-11-18T12:00', '2026-11-20', 3)).toBe(false);
  });
});

describe('the schedule', () => {
  const { codec } = contractSettings.series;
  it.each([
    ['a market twice', { ...schedule, markets: [1, 1] }],
    ['half a week', { ...schedule, weeks: 0.5 }],
    ['nine weeks', { ...schedule, weeks: 9 }],
    ['five quarters', { ...schedule, quarters: 5 }],
  ])('given %s, then it cannot be stored', (_, value) => {
    expect(codec.decode(codec.encode(value)).ok).toBe(false);
  });
});
