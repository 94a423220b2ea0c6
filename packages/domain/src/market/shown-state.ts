import { FRESHNESS, type Freshness, isFreshFor } from './freshness.ts';
import type { MarketState } from './market.ts';

/**
 * What a screen shows of a market whose state and price it was told some time ago: where nothing more comes, nobody says
 * that it went stale, and its age does. Stale as on the server: when no product deals at the price any more.
 */
export const shownState = (state: MarketState, ageMs: number, table: Freshness = FRESHNESS): MarketState =>
  state === 'open' && !isFreshFor('spot', ageMs, table) ? 'stale' : state;
