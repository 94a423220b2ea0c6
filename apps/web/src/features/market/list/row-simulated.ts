import { useCallback, useSyncExternalStore } from 'react';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { quotes } from '../../../data/market/quotes.ts';
import { simulatedAmong, sourceOf } from './list-counts.ts';

/** Returns whether all, some or none of these prices are simulated; checked twice a second, rerendered on change. */
export const useSimulatedAmong = (markets: readonly MarketInfo[]) =>
  useSyncExternalStore(quotes.listenToAll, () => simulatedAmong(markets, quotes.all()));

/** Returns the source of one market's price, taken from the quote itself. */
export function useSource({ symbol, simulated }: MarketInfo) {
  const listen = useCallback((onChange: () => void) => quotes.listenTo(symbol, onChange), [symbol]);
  return useSyncExternalStore(listen, () => sourceOf(quotes.quoteOf(symbol), simulated));
}
