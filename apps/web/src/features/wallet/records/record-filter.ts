import { DAY_MS, dayBounds, dayOf, nextMonth } from '@app/domain/statement';
import { RECORD_GROUPS, type RecordGroup } from '@app/domain/wallet';

/** Presets in days, today included, and all time. */
export const PRESETS = ['7', '30', '90', '365', 'all'] as const;
export type Preset = (typeof PRESETS)[number];
export type Period =
  | { readonly kind: 'last'; readonly days: Preset }
  | { readonly kind: 'range'; readonly from: string; readonly to: string };

/** Groups that a list can be filtered by; the rest are part of all. */
export const FILTER_GROUPS = RECORD_GROUPS.filter((group) => group !== 'other');

/** Filter of records; it is in the page's address. Days are those of UTC, as in statements. */
export type RecordFilter = {
  readonly group?: RecordGroup | undefined;
  readonly currency?: string | undefined;
  readonly period: Period;
};

const DEFAULT: Preset = '30';
const CURRENCY = /^[A-Z0-9]{1,10}$/;
const DAY = /^2\d{3}-\d{2}-\d{2}$/;

/** Reports whether a text is a day as a date input writes it. */
export const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(text));

/** Reads the filter of an address; what the list does not know is dropped. */
export function readFilter(address: URLSearchParams): RecordFilter {
  const currency = address.get('currency') ?? '';
  return {
    group: FILTER_GROUPS.find((group) => group === address.get('kind')),
    currency: CURRENCY.test(currency) ? currency : undefined,
    period: readPeriod(address),
  };
}

function readPeriod(address: URLSearchParams): Period {
  const from = address.get('from') ?? '';
  const to = address.get('to') ?? '';
  if (isDay(from) && isDay(to) && from <= to) return { kind: 'range', from, to };
  return { kind: 'last', days: PRESETS.find((preset) => preset === address.get('days')) ?? DEFAULT };
}

/** Returns the filter as fields of an address; omits what is the default. */
export const writeFilter = ({ group, currency, period }: RecordFilter): Record<string, string> => ({
  ...(group !== undefined && { kind: group }),
  ...(currency !== undefined && { currency }),
  ...(period.kind === 'last' && period.days !== DEFAULT && { days: period.days }),
  ...(period.kind === 'range' && { from: period.from, to: period.to }),
});

/** Reports whether anything is filtered, also by the default period: an empty list then proves nothing. */
export const isFiltered = ({ group, currency, period }: RecordFilter): boolean =>
  group !== undefined || currency !== undefined || period.kind === 'range' || period.days !== 'all';

/** Returns the first and last day of a period in UTC; undefined for all time. */
export function daysIn(period: Period, nowMs: number): { readonly from: string; readonly to: string } | undefined {
  if (period.kind === 'range') return { from: period.from, to: period.to };
  if (period.days === 'all') return undefined;
  return { from: dayOf(nowMs - (Number(period.days) - 1) * DAY_MS), to: dayOf(nowMs) };
}

/** Lists every month that has a day between two days. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = nextMonth(month)) months.push(month);
  return months;
}

/** Returns the fields of the request. The end of a range up to today is open, so that new records appear. */
export function requestOf({ group, currency, period }: RecordFilter, nowMs: number) {
  const days = daysIn(period, nowMs);
  return {
    ...(group !== undefined && { kind: group }),
    ...(currency !== undefined && { currency }),
    ...(days !== undefined && { from: dayBounds(days.from).fromMs }),
    ...(days !== undefined && days.to < dayOf(nowMs) && { to: dayBounds(days.to).toMs }),
  };
}
