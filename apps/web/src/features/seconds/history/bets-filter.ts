import { BET_RESULTS, BET_SIDES } from '@app/domain/seconds';
import { boundsOf, type Period, readPeriod, writePeriod } from '../../../lib/period.ts';
import type { endingOf } from '../result/ending.ts';

/** Tabs of the page, in order. */
export const BET_TABS = ['open', 'ended'] as const;

type Ending = NonNullable<ReturnType<typeof endingOf>>;

/** How a bet ended: settled with a result, or its stake returned. */
export const ENDINGS = [...BET_RESULTS, 'cancelled', 'void'] as const satisfies readonly Ending[];

/** Filter of the user's ended bets; absent fields do not filter. Stored in the page's URL. */
export type BetsFilter = {
  readonly symbol?: string | undefined;
  readonly side?: (typeof BET_SIDES)[number] | undefined;
  readonly outcome?: Ending | undefined;
  readonly period?: Period | undefined;
};

export function readFilter(address: URLSearchParams): BetsFilter {
  const symbol = address.get('symbol') ?? '';
  return {
    symbol: symbol === '' ? undefined : symbol,
    side: BET_SIDES.find((side) => side === address.get('side')),
    outcome: ENDINGS.find((outcome) => outcome === address.get('outcome')),
    period: readPeriod(address),
  };
}

/** Returns the filter as URL fields; omits what does not filter. */
export const writeFilter = ({ symbol, side, outcome, period }: BetsFilter): Record<string, string> => ({
  ...(symbol !== undefined && { symbol }),
  ...(side !== undefined && { side }),
  ...(outcome !== undefined && { outcome }),
  ...writePeriod(period),
});

/** The list's `status` of bets that have ended. */
const ENDED = 1;
const TYPES = { up: 1, down: 2 } as const;

/** Returns the request for the list of ended bets. */
export function requestOf({ symbol, side, outcome, period }: BetsFilter, now: number, timeZone: string) {
  return {
    status: ENDED,
    ...(symbol !== undefined && { symbol }),
    ...(side !== undefined && { type: TYPES[side] }),
    ...(outcome !== undefined && { result: outcome }),
    ...boundsOf(period, now, timeZone),
  };
}

/** Reports whether anything is filtered out: an empty list then does not prove that there are no bets. */
export const isFiltered = (filter: BetsFilter): boolean => Object.values(filter).some((it) => it !== undefined);
