import { FRESHNESS, type Freshness, isFreshFor } from './freshness.ts';
import type { MarketState } from './market.ts';

/**
 * Returns the state a screen shows for a market whose state and price it received some time ago. Without updates, no
 * message reports that the market went stale, so the age decides. Stale has the same meaning as on the server: no
 * product trades at the price any more.
 */
export const shownState = (state: MarketState, ageMs: number, table: Freshness = FRESHNESS): MarketState =>
  state === 'open' && !isFreshFor('spot', ageMs, table) ? 'stale' : state;
