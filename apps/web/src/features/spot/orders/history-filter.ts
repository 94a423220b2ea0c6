import { SIDES, type Side } from '@app/domain/spot';
import { dayBegin, dayOf, daysBefore, isDay } from './zoned-days.ts';

export const CLOSED_STATES = ['filled', 'cancelled'] as const;
/** Presets in days, today included. */
export const PRESETS = ['1', '7', '30'] as const;

/** Filter period: the last days up to today, or a range of days, both ends included. */
export type Period =
  | { readonly kind: 'last'; readonly days: (typeof PRESETS)[number] }
  | { readonly kind: 'range'; readonly from: string; readonly to: string };

/** Filter of the user's order history; absent fields do not filter. Stored in the page's URL. */
export type HistoryFilter = {
  readonly symbol?: string | undefined;
  readonly side?: Side | undefined;
  readonly status?: (typeof CLOSED_STATES)[number] | undefined;
  readonly period?: Period | undefined;
};

export function readFilter(address: URLSearchParams): HistoryFilter {
  const symbol = address.get('symbol') ?? undefined;
  return {
    symbol: symbol === '' ? undefined : symbol,
    side: SIDES.find((side) => side === address.get('side')),
    status: CLOSED_STATES.find((status) => status === address.get('status')),
    period: readPeriod(address),
  };
}

function readPeriod(address: URLSearchParams): Period | undefined {
  const days = PRESETS.find((preset) => preset === address.get('days'));
  if (days !== undefined) return { kind: 'last', days };
  const from = address.get('from') ?? '';
  const to = address.get('to') ?? '';
  return isDay(from) && isDay(to) && from <= to ? { kind: 'range', from, to } : undefined;
}

/** Returns the filter as URL fields; omits what does not filter. */
export function writeFilter({ symbol, side, status, period }: HistoryFilter): Record<string, string> {
  return {
    ...(symbol !== undefined && { symbol }),
    ...(side !== undefined && { side }),
    ...(status !== undefined && { status }),
    ...(period?.kind === 'last' && { days: period.days }),
    ...(period?.kind === 'range' && { from: period.from, to: period.to }),
  };
}

type ListedWithin = { readonly from?: number; readonly to?: number };

/**
 * Converts days in the user's time zone to timestamps: from midnight of the first day to the midnight after the last.
 */
function boundsOf(period: Period | undefined, now: number, timeZone: string): ListedWithin {
  if (period === undefined) return {};
  if (period.kind === 'last') {
    const first = daysBefore(dayOf(now, timeZone), Number(period.days) - 1);
    return { from: dayBegin(first, timeZone) };
  }
  return { from: dayBegin(period.from, timeZone), to: dayBegin(daysBefore(period.to, -1), timeZone) };
}

/** Returns the request for the list of closed orders. */
export function requestOf({ symbol, side, status, period }: HistoryFilter, now: number, timeZone: string) {
  return {
    status: status ?? ('closed' as const),
    ...(symbol !== undefined && { symbol }),
    ...(side !== undefined && { type: side }),
    ...boundsOf(period, now, timeZone),
  };
}

/** Reports whether anything is filtered out: an empty list then does not prove there are no orders. */
export const isFiltered = (filter: HistoryFilter): boolean =>
  Object.values(filter).some((request) => request !== undefined);
