import type { MarketProduct } from './market.ts';

/** Maximum index price age per use: one table shared by the server and the screen. */
export type Freshness = Readonly<Record<MarketProduct | 'amber' | 'dimmed', number>>;

/** Default table and initial values of the settings. */
export const FRESHNESS: Freshness = { seconds: 2_000, contract: 3_000, spot: 5_000, amber: 5_000, dimmed: 15_000 };

/** Upper bound on clock skew within one deployment. */
const AHEAD_MS_MAX = 1_000;

/**
 * Returns whether an age is known and within the limit (inclusive). A price from the future was made before the clock
 * was set back: its age is unknown, and a dead feed's price would look fresh until that time arrives.
 */
export const isWithinAge = (ageMs: number, limitMs: number): boolean => ageMs >= -AHEAD_MS_MAX && ageMs <= limitMs;

/** Returns whether a product may trade at a price of this age; for spot this applies to market orders. */
export const isFreshFor = (product: MarketProduct, ageMs: number, table: Freshness = FRESHNESS): boolean =>
  isWithinAge(ageMs, table[product]);

/** Returns how a price of this age is displayed. Amber begins at the age at which the last product stops trading. */
export function showsAs(ageMs: number, table: Freshness = FRESHNESS): 'live' | 'amber' | 'dimmed' {
  if (ageMs >= table.dimmed) return 'dimmed';
  return ageMs >= table.amber ? 'amber' : 'live';
}
