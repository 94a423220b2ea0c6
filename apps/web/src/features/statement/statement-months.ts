import { monthOf, nextMonth } from '@app/domain/statement';

const MONTH = /^2\d{3}-(0[1-9]|1[0-2])$/;

/** Returns the month of an address, in UTC; the current one if it names none, or one to come. */
export function monthIn(address: URLSearchParams, nowMs: number): string {
  const named = address.get('month') ?? '';
  const current = monthOf(nowMs);
  return MONTH.test(named) && named <= current ? named : current;
}

export function previousMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}

/** Lists the months with a statement, newest first. The shown one is always among them. */
export function listMonths(first: string | null, shown: string, nowMs: number): string[] {
  const current = monthOf(nowMs);
  const start = first !== null && first < shown ? first : shown;
  const months: string[] = [];
  for (let month = start; month <= current; month = nextMonth(month)) months.unshift(month);
  return months;
}

/** Names of months and days in UTC and the Gregorian calendar, whatever the language's own is. */
export function createDates(locale: string) {
  const tag = `${locale}-u-ca-gregory-nu-latn`;
  const months = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const days = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return {
    month: (month: string) => months.format(Date.parse(`${month}-01T00:00:00Z`)),
    day: (atMs: number) => days.format(atMs),
  };
}
export type Dates = ReturnType<typeof createDates>;
