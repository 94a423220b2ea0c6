import type { RateOf } from '@app/domain/wallet';
import { coinRates } from '@app/protocol/market';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../shared/call.ts';
import { useConnection } from '../../../shared/connection.ts';
import { useAllQuotes } from '../../../shared/use-quotes.ts';
import type { PriceMark } from '../model/price-marks.ts';

/** Only until the live prices have come, or where they do not. */
const KEPT_MS = 60_000;
const ASK_EVERY_MS = 30_000;

const ratesQuery = queryOptions({
  queryKey: ['wallet', 'rates'],
  queryFn: ({ signal }) => call(coinRates, {}, { signal }),
  staleTime: KEPT_MS,
});

type Rates = {
  readonly rateOf: RateOf;
  /** How alive that rate is. */
  readonly markOf: (currency: string) => PriceMark | undefined;
};

/** What a coin is worth, new twice a second at most; nothing while no rate is known at all. */
export function useRates(): Rates | undefined {
  const quotes = useAllQuotes();
  const refetchInterval = quotes.size === 0 && ASK_EVERY_MS;
  const { data, isPending, dataUpdatedAt } = useQuery({ ...ratesQuery, refetchInterval });
  const aheadMs = useConnection((connection) => connection.serverAheadMs);
  return useMemo(() => {
    if (quotes.size === 0 && isPending) return undefined;
    const quoteOf = (currency: string) => quotes.get(`${currency}/USDT`);
    const fetchedState = { state: 'open', at: dataUpdatedAt + aheadMs } as const; // Such a rate says nothing of itself.
    return {
      rateOf: (currency) => quoteOf(currency)?.price ?? data?.[currency],
      markOf: (currency) => quoteOf(currency) ?? (data?.[currency] === undefined ? undefined : fetchedState),
    };
  }, [quotes, data, isPending, dataUpdatedAt, aheadMs]);
}
