import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOURS, type Hours, isOpenAt, nextOpening } from './index.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;
const YEARS = { min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) };
/** Thirteen half hours: over the years the samples cover every half hour of the day and of the week. */
const STEP = 13 * 30 * MINUTE;
/** Months in which clocks change somewhere, and the month after each; the others behave the same, and Intl is slow. */
const CHANGING = [2, 3, 9, 10];
const utc = (text: string) => Date.parse(`${text}Z`);

/** Expected local hours, checked against Intl, which the production rules must not depend on. */
const PLACES: Partial<Record<Hours, { zone: string; from: string; to: string }>> = {
  us_stock: { zone: 'America/New_York', from: '09:30', to: '16:00' },
  eu_index: { zone: 'Europe/Berlin', from: '08:00', to: '22:00' },
  asia_index: { zone: 'Asia/Tokyo', from: '09:00', to: '15:30' },
};

function clockOf(zone: string) {
  const options = { timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('en-GB', options);
  return (atMs: number) => {
    const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
    return { weekday: `${parts.weekday}`, time: `${parts.hour}:${parts.minute}` };
  };
}

/** Returns for how many hours of an interval the market is open, sampled every half hour. */
function openBetween(hours: Hours, from: number, to: number): number {
  let halves = 0;
  for (let at = from; at < to; at += 30 * MINUTE) halves += isOpenAt(hours, at) ? 1 : 0;
  return halves / 2;
}

/** Sessions: each opens at the first instant and closes at the second, to the millisecond. */
const SESSIONS: readonly [Hours, string, string][] = [
  ['forex', '2026-11-15T22:00', '2026-11-20T22:00'],
  ['metal', '2026-11-15T23:00', '2026-11-16T22:00'],
  ['metal', '2026-11-18T23:00', '2026-11-19T22:00'],
  ['metal', '2026-11-19T23:00', '2026-11-20T22:00'],
  ['us_index', '2026-11-16T23:00', '2026-11-17T22:00'],
  ['us_stock', '2026-03-06T14:30', '2026-03-06T21:00'], // The Friday before clocks go forward on 8 March …
  ['us_stock', '2026-03-09T13:30', '2026-03-09T20:00'], // … and the Monday after.
  ['us_stock', '2026-10-30T13:30', '2026-10-30T20:00'], // Back on 1 November.
  ['us_stock', '2026-11-02T14:30', '2026-11-02T21:00'],
  ['eu_index', '2026-03-27T07:00', '2026-03-27T21:00'], // Forward on 29 March.
  ['eu_index', '2026-03-30T06:00', '2026-03-30T20:00'],
  ['eu_index', '2026-10-23T06:00', '2026-10-23T20:00'], // Back on 25 October.
  ['eu_index', '2026-10-26T07:00', '2026-10-26T21:00'],
  ['asia_index', '2026-11-16T00:00', '2026-11-16T06:30'],
  ['asia_index', '2026-07-17T00:00', '2026-07-17T06:30'],
];

/** Next opening of each market that is closed at the first instant. */
const OPENINGS: readonly [Hours, string, string][] = [
  ['forex', '2026-11-20T22:00', '2026-11-22T22:00'],
  ['metal', '2026-11-20T22:00', '2026-11-22T23:00'],
  ['metal', '2026-11-17T22:00', '2026-11-17T23:00'],
  ['us_index', '2026-11-21T12:00', '2026-11-22T23:00'],
  ['us_stock', '2026-03-06T21:00', '2026-03-09T13:30'],
  ['us_stock', '2026-10-30T20:00', '2026-11-02T14:30'],
  ['eu_index', '2026-10-23T20:00', '2026-10-26T07:00'],
  ['asia_index', '2026-11-20T06:30', '2026-11-23T00:00'],
  ['us_stock', '2026-12-31T21:00', '2027-01-01T14:30'], // A holiday; the calendar has none.
];

describe('hours', () => {
  it.each(SESSIONS)('%s opens at %s and closes at %s', (hours, from, to) => {
    expect([isOpenAt(hours, utc(from) - 1), isOpenAt(hours, utc(from))]).toEqual([false, true]);
    expect([isOpenAt(hours, utc(to) - 1), isOpenAt(hours, utc(to))]).toEqual([true, false]);
    expect(openBetween(hours, utc(from), utc(to))).toBe((utc(to) - utc(from)) / HOUR);
  });

  it.each(OPENINGS)('%s closed at %s opens at %s', (hours, at, opening) => {
    expect(isOpenAt(hours, utc(at))).toBe(false);
    expect(nextOpening(hours, utc(at))).toBe(utc(opening));
  });

  it.each([
    ['always', 168],
    ['forex', 120],
    ['metal', 115],
    ['us_index', 115],
    ['us_stock', 32.5],
    ['eu_index', 70],
    ['asia_index', 32.5],
  ] as const)('%s is open %d hours in every week of ten years', (hours, open) => {
    const first = utc('2024-01-07T00:00'); // A Sunday; only the always-open session crosses its midnight.
    for (let week = first; week < first + 522 * WEEK; week += WEEK) {
      expect(openBetween(hours, week, week + WEEK)).toBe(open);
    }
  });

  it.each(Object.entries(PLACES))(
    '%s follows the local clock, as computed by Intl, for fifteen years',
    (hours, place) => {
      const clock = clockOf(place.zone);
      const wrong: string[] = [];
      for (let at = YEARS.min; at < YEARS.max; at += STEP) {
        if (!CHANGING.includes(new Date(at).getUTCMonth())) continue;
        const { weekday, time } = clock(at);
        const isOpen = !weekday.startsWith('S') && time >= place.from && time < place.to;
        if (isOpenAt(hours as Hours, at) !== isOpen) wrong.push(new Date(at).toISOString());
      }
      expect(wrong).toEqual([]);
    },
  );

  it('the next opening is the first open instant: open then, closed just before, and nothing open between', () => {
    fc.assert(
      fc.property(fc.constantFrom(...HOURS), fc.integer(YEARS), (hours, at) => {
        const opening = nextOpening(hours, at);
        expect(isOpenAt(hours, opening)).toBe(true);
        expect(opening === at).toBe(isOpenAt(hours, at));
        expect(opening).toBeGreaterThanOrEqual(at);
        if (opening > at) expect(isOpenAt(hours, opening - 1)).toBe(false);
        expect(openBetween(hours, at, opening)).toBe(0);
      }),
    );
  });
});
