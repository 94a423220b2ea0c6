import { isAtMost, isLess, minus, over, plus, type Rational, times, whole } from '@app/testkit/exact';

const MINUTE = 60_000;
const HALF_HOUR = 30 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FRIDAY = 5;

/** Calendars of the reference; in winter, so that New York is five hours behind. Ticks of histories lie there. */
export const SLOW_HOURS = ['always', 'forex', 'metal', 'us_stock'] as const;
export type SlowHours = (typeof SLOW_HOURS)[number];

function isOpen(hours: SlowHours, atMs: number): boolean {
  const weekday = new Date(atMs).getUTCDay();
  const hour = (atMs % DAY) / HOUR;
  const isWeekend = weekday === 6 || (weekday === FRIDAY && hour >= 22);
  switch (hours) {
    case 'always':
      return true;
    case 'forex':
      return !isWeekend && !(weekday === 0 && hour < 22);
    case 'metal':
      return !isWeekend && !(weekday === 0 && hour < 23) && !(hour >= 22 && hour < 23);
    case 'us_stock':
      return weekday >= 1 && weekday <= FRIDAY && hour >= 14.5 && hour < 21;
  }
}

const halfHourOf = (atMs: number) => atMs - (atMs % HALF_HOUR);

/** Walks back to where the session began; undefined while closed. */
export function slowSessionStart(hours: SlowHours, atMs: number): number | undefined {
  if (hours === 'always') return 0;
  if (!isOpen(hours, atMs)) return undefined;
  let start = halfHourOf(atMs);
  while (isOpen(hours, start - HALF_HOUR)) start -= HALF_HOUR;
  return start;
}

/** Whether the market closes within some minutes, and for two hours or more. */
function isBeforeBreak(hours: SlowHours, atMs: number, minutes: number): boolean {
  if (hours === 'always' || !isOpen(hours, atMs)) return false;
  let end = halfHourOf(atMs);
  while (isOpen(hours, end)) end += HALF_HOUR;
  const isLong = [0, 1, 2, 3].every((halves) => !isOpen(hours, end + halves * HALF_HOUR));
  return isLong && end - atMs <= minutes * MINUTE;
}

export type SlowLeverage = {
  readonly leverageMax: number;
  readonly closeMargin: { readonly minutes: number; readonly factor: number };
  readonly interest: { readonly lower: Rational; readonly upper: Rational };
};

/** The highest leverage whose margin rate is enough, of whole numbers: tried one by one. */
export function slowLeverageMax(
  { leverageMax, closeMargin, interest }: SlowLeverage,
  { hours, atMs, openInterest }: { hours: SlowHours; atMs: number; openInterest: Rational },
): number {
  const factor = isBeforeBreak(hours, atMs, closeMargin.minutes) ? closeMargin.factor : 1;
  let highest = leverageMax;
  while (highest > 1 && highest * factor > leverageMax) highest -= 1;
  if (isAtMost(openInterest, interest.lower)) return highest;
  if (isAtMost(interest.upper, openInterest)) return 1;
  const used = over(minus(openInterest, interest.lower), minus(interest.upper, interest.lower));
  const least = over(whole(1), whole(highest));
  const rate = plus(least, times(minus(whole(1), least), used));
  while (highest > 1 && isLess(over(whole(1), whole(highest)), rate)) highest -= 1;
  return highest;
}

export const slowDelivery = (series: string): number => Date.parse(`${series}T08:00:00Z`);

/** Whether a series may be opened: it is among the next two Fridays or quarter ends, and an hour is left. */
export function slowIsSeriesOpen(series: string, atMs: number): boolean {
  const days = Array.from({ length: 300 }, (_, day) => atMs - (atMs % DAY) + day * DAY);
  const fridays = days.filter((day) => new Date(day).getUTCDay() === FRIDAY && day + 8 * HOUR > atMs);
  const monthOf = (day: number) => new Date(day).getUTCMonth();
  const ends = fridays.filter((day) => monthOf(day) % 3 === 2 && monthOf(day + 7 * DAY) !== monthOf(day));
  const listed = [...fridays.slice(0, 2), ...ends.slice(0, 2)].map((day) => new Date(day).toISOString().slice(0, 10));
  return listed.includes(series) && atMs < slowDelivery(series) - HOUR;
}
