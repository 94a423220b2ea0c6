import { describe, expect, it } from 'vitest';
import { timeLabels } from './time-labels.ts';
import { periodMs, timeTicks } from './time-ticks.ts';
import { zoneClock } from './zone-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2025, 10, 12, 5);

const run = (count: number, stepMs: number, from = START) =>
  Array.from({ length: count }, (_, index) => from + index * stepMs);

type TickCase = { starts: readonly number[]; barMs: number; gap?: number; zone?: string };

/** Returns the labels of an axis, in English. */
function labels({ starts, barMs, gap = 10, zone = 'UTC' }: TickCase): string[] {
  const labels = timeLabels('en', zone, 'hour');
  return timeTicks({ starts, barMs, gap, clock: zoneClock(zone) }).map(({ time, kind }) => labels.tick(time, kind));
}

describe('time labels', () => {
  it.each([
    ['minutes', run(45, MINUTE), MINUTE, ['05:15', '05:30']],
    ['hours', run(58, HOUR), HOUR, ['12:00', '13 Nov', '12:00', '14 Nov', '12:00']],
    ['days', run(70, DAY), DAY, ['17 Nov', '1 Dec', '15 Dec', '29 Dec', '2026']],
    ['weeks', run(100, 7 * DAY), 7 * DAY, ['2026', 'Apr', 'Jul', 'Oct', '2027', 'Apr', 'Jul', 'Oct']],
  ])('of %s are round', (_, starts, barMs, expected) => {
    expect(labels({ starts, barMs })).toEqual(expected);
  });

  it('stay at their bars while the chart is scrolled', () => {
    const all = run(120, HOUR);
    const moved = [0, 1, 2, 3, 7].map((by) => {
      const starts = all.slice(by, by + 60);
      return timeTicks({ starts, barMs: HOUR, gap: 10, clock: zoneClock('UTC') }).map(({ time }) => time);
    });
    const [first] = moved;
    for (const times of moved) for (const time of times) if (time <= first!.at(-1)!) expect(first).toContain(time);
  });

  it('are never closer than a label is wide, even where bars are missing', () => {
    const starts = run(200, HOUR).filter((_, index) => index % 40 < 12);
    const ticks = timeTicks({ starts, barMs: HOUR, gap: 10, clock: zoneClock('UTC') });
    expect(ticks.length).toBeGreaterThan(2);
    for (const [at, tick] of ticks.entries())
      if (at > 0) expect(tick.index - ticks[at - 1]!.index).toBeGreaterThanOrEqual(10);
  });

  it('begin days at local midnight, before and after a clock change', () => {
    const starts = run(100, HOUR, Date.UTC(2025, 9, 24, 12));
    const ticks = timeTicks({ starts, barMs: HOUR, gap: 20, clock: zoneClock('Europe/Berlin') });
    const days = ticks.filter(({ kind }) => kind === 'day').map(({ time }) => new Date(time).toISOString());
    expect(days).toEqual([
      '2025-10-24T22:00:00.000Z',
      '2025-10-25T22:00:00.000Z',
      '2025-10-26T23:00:00.000Z',
      '2025-10-27T23:00:00.000Z',
    ]);
  });

  it('support a zone that is not whole hours away', () => {
    expect(labels({ starts: run(30, HOUR), barMs: HOUR, zone: 'Asia/Kolkata' })).toEqual(['12:30', '13 Nov', '12:30']);
  });
});

describe('time formats', () => {
  it('are those of the language, with the same calendar years as every other date', () => {
    const moment = (locale: string) => timeLabels(locale, 'UTC', 'day').moment(Date.UTC(2026, 0, 5));
    expect(moment('en')).toBe('5 Jan 2026');
    expect(moment('th')).toContain('2026');
    expect(moment('tr')).toBe('5 Oca 2026');
    expect(moment('ja')).toContain('2026');
  });

  it('are as precise as the period', () => {
    expect(timeLabels('en', 'UTC', 'minute').moment(START)).toBe('12 Nov, 05:00');
    expect(timeLabels('en', 'UTC', 'month').moment(START)).toBe('Nov 2025');
  });
});

describe('a period', () => {
  it('has a length', () => {
    expect(periodMs({ unit: 'minute', count: 15 })).toBe(900_000);
    expect(periodMs({ unit: 'week', count: 1 })).toBe(7 * DAY);
  });
});
