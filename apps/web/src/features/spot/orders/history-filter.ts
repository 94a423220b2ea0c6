import { SIDES, type Side } from '@app/domain/spot';
import { boundsOf, type Period, readPeriod, writePeriod } from '../../../lib/period.ts';

export const CLOSED_STATES = ['filled', 'cancelled'] as const;

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

/** Returns the filter as URL fields; omits what does not filter. */
export function writeFilter({ symbol, side, status, period }: HistoryFilter): Record<string, string> {
  return {
    ...(symbol !== undefined && { symbol }),
    ...(side !== undefined && { side }),
    ...(status !== undefined && { status }),
    ...writePeriod(period),
  };
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
