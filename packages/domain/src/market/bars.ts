import type { Period } from './candle.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Monday, 5 January 1970; weeks begin on Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Fixed bar lengths; months vary in length and are computed from the calendar. */
const LENGTH_MS: Readonly<Record<Exclude<Period, '1mon'>, number>> = {
  '1min': MINUTE_MS,
  '5min': 5 * MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '60min': HOUR_MS,
  '4hour': 4 * HOUR_MS,
  '1day': DAY_MS,
  '1week': 7 * DAY_MS,
};

/** Returns the start (UTC) of the bar that contains a time. */
export function barStart(period: Period, atMs: number): number {
  if (period === '1mon') return monthStart(atMs, 0);
  const origin = period === '1week' ? FIRST_MONDAY_MS : 0;
  const count = Math.floor((atMs - origin) / LENGTH_MS[period]); // tidy: not money
  return origin + count * LENGTH_MS[period];
}

/** Returns the end of a bar (exclusive), which is the start of the next one. */
export const barEnd = (period: Period, startMs: number): number =>
  period === '1mon' ? monthStart(startMs, 1) : startMs + LENGTH_MS[period];

function monthStart(atMs: number, monthsLater: number): number {
  const date = new Date(atMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1);
}
