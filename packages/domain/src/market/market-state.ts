import { isWithinAge } from './freshness.ts';
import { isOpenAt } from './hours.ts';
import type { Hours, MarketState } from './market.ts';

export type StateInput = {
  readonly hours: Hours;
  /** Time of the last index tick; no tick yet counts as stale. */
  readonly lastTickAtMs?: number | undefined;
  readonly nowMs: number;
  /** The market's kill switch, set by us. */
  readonly isHalted: boolean;
  /** Maximum age of the last tick, from the freshness table. */
  readonly freshMs: number;
};

/**
 * Returns a market's state. A halt comes first, because it applies whatever the venues do; a closed market is closed,
 * not stale.
 */
export function marketState({ hours, lastTickAtMs, nowMs, isHalted, freshMs }: StateInput): MarketState {
  if (isHalted) return 'halted';
  if (!isOpenAt(hours, nowMs)) return 'closed';
  return lastTickAtMs !== undefined && isWithinAge(nowMs - lastTickAtMs, freshMs) ? 'open' : 'stale';
}
