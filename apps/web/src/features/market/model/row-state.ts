import { type Hours, isOpenAt, type MarketState, shownState } from '@app/domain/market';

type Quote = { readonly state: MarketState; readonly at: number };

/**
 * What a row says of its market. A market lags behind when the others go on without it; that all of them stand still is
 * said once, at the head of the list, so age is counted until the last news of any and not until now.
 */
export function rowState(
  quote: Quote | undefined,
  hours: Hours,
  times: { changedAt: number; now: number },
): MarketState {
  if (quote === undefined) return isOpenAt(hours, times.now) ? 'open' : 'closed';
  return shownState(quote.state, Math.max(0, times.changedAt - quote.at));
}
