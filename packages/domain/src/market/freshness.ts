import type { MarketProduct } from './market.ts';

/** How old an index price may be for each use of it (architecture 5): one table for the server and the screen. */
export type Freshness = Readonly<Record<MarketProduct | 'amber' | 'dimmed', number>>;

/** The table before anybody changed a setting; settings begin with it. */
export const FRESHNESS: Freshness = { seconds: 2_000, contract: 3_000, spot: 5_000, amber: 5_000, dimmed: 15_000 };

/** Two clocks of one deployment differ by less. */
const AHEAD_MS_MAX = 1_000;

/**
 * Whether an age is known and within a limit; exactly the limit still is. A price from the future was made before the
 * clock was set back: how old it is nobody knows, and a dead feed's would look young until that time comes.
 */
export const isYoung = (ageMs: number, limitMs: number): boolean => ageMs >= -AHEAD_MS_MAX && ageMs <= limitMs;

/** Whether a product may deal at a price of this age; for spot that means market orders. */
export const isFreshFor = (product: MarketProduct, ageMs: number, table: Freshness = FRESHNESS): boolean =>
  isYoung(ageMs, table[product]);

/** How a price of this age is shown. Amber begins where the last product has stopped dealing. */
export function showsAs(ageMs: number, table: Freshness = FRESHNESS): 'live' | 'amber' | 'dimmed' {
  if (ageMs >= table.dimmed) return 'dimmed';
  return ageMs >= table.amber ? 'amber' : 'live';
}
