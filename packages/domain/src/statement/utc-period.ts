/** A day (`2026-10-31`), a month (`2026-10`) or a year (`2026`) in UTC, as its ISO name. */
export type PeriodName = string;

/** Start and end in milliseconds; the end is the start of the next period. */
export type PeriodBounds = { readonly fromMs: number; readonly toMs: number };

export const DAY_MS = 86_400_000;

const pad = (value: number) => String(value).padStart(2, '0');

export const dayOf = (atMs: number): PeriodName => new Date(atMs).toISOString().slice(0, 10);
export const monthOf = (atMs: number): PeriodName => dayOf(atMs).slice(0, 7);

export function dayBounds(day: PeriodName): PeriodBounds {
  const fromMs = Date.parse(`${day}T00:00:00Z`);
  return { fromMs, toMs: fromMs + DAY_MS };
}

export function monthBounds(month: PeriodName): PeriodBounds {
  return { fromMs: Date.parse(`${month}-01T00:00:00Z`), toMs: Date.parse(`${nextMonth(month)}-01T00:00:00Z`) };
}

export function nextMonth(month: PeriodName): PeriodName {
  const [year = 0, number = 0] = month.split('-').map(Number); // tidy: not money
  return number === 12 ? `${year + 1}-01` : `${year}-${pad(number + 1)}`;
}

/** Lists the days of a month that have begun. */
export function daysOf(month: PeriodName, nowMs: number): PeriodName[] {
  const { fromMs, toMs } = monthBounds(month);
  const days: PeriodName[] = [];
  for (let atMs = fromMs; atMs < toMs && atMs <= nowMs; atMs += DAY_MS) days.push(dayOf(atMs));
  return days;
}

/** Lists the months of a year that have begun. */
export const monthsOf = (year: PeriodName, nowMs: number): PeriodName[] =>
  Array.from({ length: 12 }, (_, index) => `${year}-${pad(index + 1)}`).filter(
    (month) => monthBounds(month).fromMs <= nowMs,
  );
