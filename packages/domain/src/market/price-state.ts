import { FRESHNESS, type Freshness, isFreshFor } from './freshness.ts';
import type { MarketState } from './market.ts';

/** State shown beside a price; none is shown while it is live. */
export type PriceState =
  | { readonly kind: 'live' | 'closed' | 'halted' }
  | { readonly kind: 'paused'; readonly forMs: number };

/** Age from which a price is no longer called live, so that a badge appears within five seconds. */
const LATE_MS = 4_000;
const SECOND_MS = 1_000;

/**
 * Returns the state of a price. For a market that should be trading, both its own age and a standstill of all markets
 * count. Ages are in whole seconds, so that a page renders once a second.
 */
export function priceStateOf(
  quote: { readonly state: MarketState; readonly at: number } | undefined,
  { nowMs, standstillMs }: { readonly nowMs: number; readonly standstillMs: number | undefined },
): PriceState {
  if (quote === undefined) return { kind: 'live' };
  const ageMs = nowMs - quote.at;
  const state = shownState(quote.state, ageMs);
  if (state === 'closed' || state === 'halted') return { kind: state };
  const silentMs = Math.max(ageMs, standstillMs ?? 0);
  if (state === 'open' && silentMs < LATE_MS) return { kind: 'live' };
  return { kind: 'paused', forMs: Math.floor(Math.max(0, silentMs) / SECOND_MS) * SECOND_MS }; // tidy: not money
}

/** Returns whether two states are equal. */
export const isSamePriceState = (a: PriceState, b: PriceState): boolean =>
  a.kind === b.kind && (a.kind !== 'paused' || b.kind !== 'paused' || a.forMs === b.forMs);

/**
 * Returns the state a screen shows for a market whose state and price it received some time ago. Without updates, no
 * message reports that the market went stale, so the age decides. Stale has the same meaning as on the server: no
 * product trades at the price any more.
 */
export const shownState = (state: MarketState, ageMs: number, table: Freshness = FRESHNESS): MarketState =>
  state === 'open' && !isFreshFor('spot', ageMs, table) ? 'stale' : state;
