import { type Holdings, holdingsOf, type RateOf, type Worth, worthOf } from '@app/domain/wallet';
import { coinRates } from '@app/protocol/market';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Balance } from '../../../data/account/balances.ts';
import { call } from '../../../data/call/call.ts';
import { useAllQuotes } from '../../../data/market/use-quotes.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { coinsIn, type PriceMark } from './price-marks.ts';

export type LiveWorth = {
  readonly rateOf: RateOf | undefined;
  /** Undefined while prices it needs have not loaded. */
  readonly worth: Worth | undefined;
  readonly holdings: Holdings;
  /** Freshness of each price used. */
  readonly marks: readonly PriceMark[];
};

const NO_RATES: RateOf = () => undefined;

/** Values balances at current prices, by the same rule on every screen and on the server. */
export function useWorth(list: readonly Balance[]): LiveWorth {
  const rates = useRates();
  const holdings = useMemo(() => holdingsOf(list), [list]);
  const coins = coinsIn(holdings);
  const rateOf = rates?.rateOf;
  return {
    rateOf,
    holdings,
    worth: rateOf === undefined && coins.length > 0 ? undefined : worthOf(holdings, rateOf ?? NO_RATES),
    marks: coins.flatMap((currency) => rates?.markOf(currency) ?? []),
  };
}

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
function useRates(): Rates | undefined {
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
