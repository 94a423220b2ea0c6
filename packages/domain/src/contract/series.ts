import { assert } from '@app/base';
import * as z from 'zod/mini';
import { codecOf, count, type SettingCodec } from '../reference/index.ts';

/** Which delivery contracts are listed. Each series is named by its day of delivery, as in `2026-12-25`. */
export type SeriesSchedule = {
  /** Markets by number. */
  readonly markets: readonly number[];
  /** How many of the next Fridays have a series. */
  readonly weeks: number;
  /** How many of the next quarters have one, on the last Friday of the quarter. */
  readonly quarters: number;
};

export const seriesCodec: SettingCodec<SeriesSchedule> = codecOf(
  z.object({
    markets: z
      .readonly(z.array(count({ min: 1, max: 1_000_000 })))
      .check(z.refine((markets) => new Set(markets).size === markets.length)),
    weeks: count({ min: 0, max: 8 }),
    quarters: count({ min: 0, max: 4 }),
  }),
);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FRIDAY = 5;
const MONTHS_OF_QUARTER = 3;
/** Of the day of a series, in UTC. */
const DELIVERY_MS = 8 * HOUR_MS;
/** How long before its delivery a series opens no more positions. */
const LAST_OPENING_MS = HOUR_MS;

/** Returns when a series is delivered: at the first tick at or after 08:00 UTC of its day. */
export function deliversAtMs(series: string): number {
  const dayMs = Date.parse(`${series}T00:00:00Z`);
  assert(Number.isFinite(dayMs) && nameOf(dayMs) === series, 'a series is named by a day');
  return dayMs + DELIVERY_MS;
}

/** Returns the series of a market that are not delivered yet, the next one first. */
export function listedSeries(atMs: number, schedule: SeriesSchedule, market: number): string[] {
  const { markets, weeks, quarters } = schedule;
  if (!markets.includes(market)) return [];
  const days = [...nextFridays(atMs, weeks), ...nextQuarterEnds(atMs, quarters)];
  return [...new Set(days)].sort((one, other) => one - other).map(nameOf);
}

/** Returns whether positions may be opened in a series: it is listed, and not about to be delivered. */
export const isSeriesOpen = (series: string, atMs: number, schedule: SeriesSchedule, market: number): boolean =>
  listedSeries(atMs, schedule, market).includes(series) && atMs < deliversAtMs(series) - LAST_OPENING_MS;

const nameOf = (dayMs: number) => new Date(dayMs).toISOString().slice(0, 10);
const isAhead = (dayMs: number, atMs: number) => dayMs + DELIVERY_MS > atMs;

/** Returns the last day at or before a day that is a Friday. */
const fridayUpTo = (dayMs: number) => dayMs - ((new Date(dayMs).getUTCDay() + 7 - FRIDAY) % 7) * DAY_MS;

function nextFridays(atMs: number, weeks: number): number[] {
  const today = atMs - (atMs % DAY_MS);
  const last = fridayUpTo(today);
  const first = isAhead(last, atMs) ? last : last + 7 * DAY_MS;
  return Array.from({ length: weeks }, (_, week) => first + week * 7 * DAY_MS);
}

function nextQuarterEnds(atMs: number, quarters: number): number[] {
  const now = new Date(atMs);
  const quarter = Math.floor(now.getUTCMonth() / MONTHS_OF_QUARTER); // tidy: not money
  // Day zero of a month is the last one of the month before. One quarter more, because this one's day may be past.
  const ends = Array.from({ length: quarters + 1 }, (_, more) =>
    fridayUpTo(Date.UTC(now.getUTCFullYear(), (quarter + more + 1) * MONTHS_OF_QUARTER, 0)),
  );
  return ends.filter((dayMs) => isAhead(dayMs, atMs)).slice(0, quarters);
}
