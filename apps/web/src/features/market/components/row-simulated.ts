import { useCallback, useSyncExternalStore } from 'react';
import type { MarketInfo } from '../../../shared/markets.ts';
import { quotes } from '../../../shared/quotes.ts';
import { simulatedAmong, sourceOf } from '../model/list-counts.ts';

/** How many of the prices in these rows are simulated; counted twice a second, drawn when it changes. */
export const useSimulatedAmong = (markets: readonly MarketInfo[]) =>
  useSyncExternalStore(quotes.listenToAll, () => simulatedAmong(markets, quotes.all()));

/** Where the price of one market comes from, by the price itself. */
export function useSource({ symbol, simulated }: MarketInfo) {
  const listen = useCallback((onChange: () => void) => quotes.listenTo(symbol, onChange), [symbol]);
  return useSyncExternalStore(listen, () => sourceOf(quotes.quoteOf(symbol), simulated));
}
