import type { RateOf } from '@app/domain/wallet';
import { coinRates } from '@app/protocol/market';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../data/call/call.ts';
import { useAllQuotes } from '../../../data/market/use-quotes.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import type { PriceMark } from './price-marks.ts';

/** Used only until live prices arrive, or where there are none. */
const KEPT_MS = 60_000;
const ASK_EVERY_MS = 30_000;

const ratesQuery = queryOptions({
  queryKey: ['wallet', 'rates'],
  queryFn: ({ signal }) => call(coinRates, {}, { signal }),
  staleTime: KEPT_MS,
});

type Rates = {
  readonly rateOf: RateOf;
  /** Freshness of that rate. */
  readonly markOf: (currency: string) => PriceMark | undefined;
};

/** Returns coin rates, updated at most twice a second; undefined until any rate is known. */
export function useRates(): Rates | undefined {
  const quotes = useAllQuotes();
  const refetchInterval = quotes.size === 0 && ASK_EVERY_MS;
  const { data, isPending, dataUpdatedAt } = useQuery({ ...ratesQuery, refetchInterval });
  const aheadMs = useConnection((connection) => connection.serverAheadMs);
  return useMemo(() => {
    if (quotes.size === 0 && isPending) return undefined;
    const quoteOf = (currency: string) => quotes.get(`${currency}/USDT`);
    const fetchedState = { state: 'open', at: dataUpdatedAt + aheadMs } as const; // A fetched rate has no state or time.
    return {
      rateOf: (currency) => quoteOf(currency)?.price ?? data?.[currency],
      markOf: (currency) => quoteOf(currency) ?? (data?.[currency] === undefined ? undefined : fetchedState),
    };
  }, [quotes, data, isPending, dataUpdatedAt, aheadMs]);
}
