import { DAY_MS, dayOf, monthBounds, type PeriodName } from '../statement/index.ts';

const DAYS_A_WEEK = 7;

/** Lists the weeks of a month in UTC, Monday first; undefined where a week has days of other months. */
export function weeksOf(month: PeriodName): readonly (readonly (PeriodName | undefined)[])[] {
  const { fromMs, toMs } = monthBounds(month);
  const before = (new Date(fromMs).getUTCDay() + DAYS_A_WEEK - 1) % DAYS_A_WEEK;
  const places: (PeriodName | undefined)[] = Array.from({ length: before }, () => undefined);
  for (let atMs = fromMs; atMs < toMs; atMs += DAY_MS) places.push(dayOf(atMs));
  while (places.length % DAYS_A_WEEK > 0) places.push(undefined);
  return Array.from({ length: places.length / DAYS_A_WEEK }, (_, week) =>
    places.slice(week * DAYS_A_WEEK, (week + 1) * DAYS_A_WEEK),
  );
}

/** Returns the month before a month. */
export const monthBefore = (month: PeriodName): PeriodName => dayOf(monthBounds(month).fromMs - DAY_MS).slice(0, 7);

export const yearOf = (period: PeriodName): PeriodName => period.slice(0, 4);

const PART_LENGTHS: Readonly<Record<number, number>> = { 4: 7, 7: 10 };

/** Selects the days of a month or the months of a year, by their names. A day is no part of a year's view. */
export const partsIn = <Part extends { readonly name: PeriodName }>(
  list: readonly Part[],
  period: PeriodName,
): Part[] => list.filter(({ name }) => name.startsWith(`${period}-`) && name.length === PART_LENGTHS[period.length]);
