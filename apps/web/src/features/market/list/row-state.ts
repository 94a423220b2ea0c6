import { type Hours, isOpenAt, type MarketState, shownState } from '@app/domain/market';
import { useCallback, useSyncExternalStore } from 'react';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { quotes } from '../../../data/market/quotes.ts';
import { simulatedAmong, sourceOf } from './list-counts.ts';

type Quote = { readonly state: MarketState; readonly at: number };

/**
 * Returns the state of a row. A market is stale when others update without it; a pause of all markets is shown once in
 * the list header, so age is measured to the last update of any market, not to now.
 */
export function rowState(
  quote: Quote | undefined,
  hours: Hours,
  times: { changedAt: number; now: number },
): MarketState {
  if (quote === undefined) return isOpenAt(hours, times.now) ? 'open' : 'closed';
  return shownState(quote.state, Math.max(0, times.changedAt - quote.at));
}

/** Returns whether all, some or none of these prices are simulated; checked twice a second, rerendered on change. */
export const useSimulatedAmong = (markets: readonly MarketInfo[]) =>
  useSyncExternalStore(quotes.listenToAll, () => simulatedAmong(markets, quotes.all()));

/** Returns the source of one market's price, taken from the quote itself. */
export function useSource({ symbol, simulated }: MarketInfo) {
  const listen = useCallback((onChange: () => void) => quotes.listenTo(symbol, onChange), [symbol]);
  return useSyncExternalStore(listen, () => sourceOf(quotes.quoteOf(symbol), simulated));
}
