import { WORTH_CURRENCY } from '@app/domain/wallet';
import type { Output } from '@app/protocol';
import { listQuotes } from '@app/protocol/market';
import { listDayResults, listMonthResults } from '@app/protocol/statement';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../data/call/call.ts';

export type Results = Output<typeof listDayResults>;
/** A day or a month with its figures. */
export type Period = Results['list'][number];

const STALE_MS = 30_000;

/** The results of a month by day, or of a year by month. */
export const resultsQuery = (scope: string, period: string) =>
  queryOptions({
    queryKey: ['results', scope, period],
    queryFn: ({ signal }): Promise<Results> =>
      period.length === 4
        ? call(listMonthResults, { year: period }, { signal })
        : call(listDayResults, { month: period }, { signal }),
    staleTime: STALE_MS,
    placeholderData: keepPreviousData, // The filters keep their place until another period arrives.
  });

const ASK_EVERY_MS = 30_000;

/** Prices with their times, for cards about coins. */
export const quotesQuery = queryOptions({
  queryKey: ['results', 'quotes'],
  queryFn: ({ signal }) => call(listQuotes, {}, { signal }),
  refetchOnMount: 'always',
  refetchInterval: ASK_EVERY_MS,
});

type Quote = Output<typeof listQuotes>['list'][number];
/** Two requests may be late; then the prices are no longer those of now. */
const QUOTES_KEPT_MS = 2 * ASK_EVERY_MS;

/** Returns a coin's quote in USDT; undefined if it is stale, halted, or was read too long ago. */
export function freshQuote(list: readonly Quote[], ageMs: number, currency: string): Quote | undefined {
  if (ageMs > QUOTES_KEPT_MS) return undefined;
  const quote = list.find(({ symbol }) => symbol === `${currency}/${WORTH_CURRENCY}`);
  return quote?.state === 'open' || quote?.state === 'closed' ? quote : undefined;
}
