import { type Hours, isOpenAt, type MarketState, shownState } from '@app/domain/market';

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
