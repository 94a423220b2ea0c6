import type { SettlementCause } from '@app/domain/contract';
import { boundsOf, type Period, readPeriod, writePeriod } from '../../../lib/period.ts';

/** Tabs of the page, in order. */
export const DEAL_TABS = ['open', 'orders', 'history'] as const;

export const DEAL_SIDES = ['long', 'short'] as const;
/** How a deal ended: what closed the position, or that the order was cancelled. */
export const OUTCOMES = [
  ...['user', 'stop', 'profit', 'liquidation', 'delivery', 'reverse'],
  'cancelled',
] as const satisfies readonly (SettlementCause | 'cancelled')[];

/** Filter of the user's ended deals; absent fields do not filter. Stored in the page's URL. */
export type DealsFilter = {
  readonly symbol?: string | undefined;
  readonly side?: (typeof DEAL_SIDES)[number] | undefined;
  readonly outcome?: (typeof OUTCOMES)[number] | undefined;
  readonly period?: Period | undefined;
};

export function readFilter(address: URLSearchParams): DealsFilter {
  const symbol = address.get('symbol') ?? '';
  return {
    symbol: symbol === '' ? undefined : symbol,
    side: DEAL_SIDES.find((side) => side === address.get('side')),
    outcome: OUTCOMES.find((outcome) => outcome === address.get('outcome')),
    period: readPeriod(address),
  };
}

/** Returns the filter as URL fields; omits what does not filter. */
export const writeFilter = ({ symbol, side, outcome, period }: DealsFilter): Record<string, string> => ({
  ...(symbol !== undefined && { symbol }),
  ...(side !== undefined && { side }),
  ...(outcome !== undefined && { outcome }),
  ...writePeriod(period),
});

const CLOSED = 3;
const CANCELLED = 4;

/** Returns the request for the list of ended deals. */
export function requestOf({ symbol, side, outcome, period }: DealsFilter, now: number, timeZone: string) {
  return {
    ...(symbol !== undefined && { currency_name: symbol }),
    ...(side !== undefined && { type: side === 'long' ? ('buy' as const) : ('sell' as const) }),
    ...(outcome === 'cancelled' && { status: CANCELLED }),
    ...(outcome !== undefined && outcome !== 'cancelled' && { status: CLOSED, cause: outcome }),
    ...boundsOf(period, now, timeZone),
  };
}

/** Reports whether anything is filtered out: an empty list then does not prove that there are no deals. */
export const isFiltered = (filter: DealsFilter): boolean => Object.values(filter).some((it) => it !== undefined);

const ID = /^\d{1,19}$/;

/** Returns the deal that a URL names. */
export function readDealId(address: URLSearchParams): bigint | undefined {
  const id = address.get('deal') ?? '';
  return ID.test(id) ? BigInt(id) : undefined;
}
