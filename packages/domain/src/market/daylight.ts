const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SUNDAY = 0;
const MARCH = 2;
const OCTOBER = 9;
const NOVEMBER = 10;

/** UTC offset of a time zone at an instant. */
export type Zone = (atMs: number) => number;

/** Builds a zone without daylight saving. */
export const fixed =
  (hours: number): Zone =>
  () =>
    hours * HOUR_MS;

/**
 * New York: daylight saving runs from the second Sunday of March to the first of November, switching at 2:00 local time
 * (since 2007).
 */
export const NEW_YORK: Zone = (atMs) => {
  const year = new Date(atMs).getUTCFullYear();
  const from = sundayFrom(Date.UTC(year, MARCH, 8)) + 7 * HOUR_MS;
  const to = sundayFrom(Date.UTC(year, NOVEMBER, 1)) + 6 * HOUR_MS;
  return atMs >= from && atMs < to ? -4 * HOUR_MS : -5 * HOUR_MS;
};

/**
 * Frankfurt: daylight saving runs from the last Sunday of March to the last of October, switching at 1:00 UTC (since
 * 1996).
 */
export const FRANKFURT: Zone = (atMs) => {
  const year = new Date(atMs).getUTCFullYear();
  const from = sundayFrom(Date.UTC(year, MARCH, 25)) + HOUR_MS;
  const to = sundayFrom(Date.UTC(year, OCTOBER, 25)) + HOUR_MS;
  return atMs >= from && atMs < to ? 2 * HOUR_MS : HOUR_MS;
};

/** Returns the first Sunday on or after a day. */
function sundayFrom(dayMs: number): number {
  const weekday = new Date(dayMs).getUTCDay();
  return dayMs + ((7 + SUNDAY - weekday) % 7) * DAY_MS;
}
