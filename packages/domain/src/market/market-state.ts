import { isYoung } from './freshness.ts';
import { isOpenAt } from './hours.ts';
import type { Hours, MarketState } from './market.ts';

export type StateInput = {
  readonly hours: Hours;
  /** When the last index tick was; none yet is as bad as an old one. */
  readonly lastTickAtMs?: number | undefined;
  readonly nowMs: number;
  /** Our own stop, the market's kill switch. */
  readonly isHalted: boolean;
  /** How old the last tick may be, from the freshness table. */
  readonly freshMs: number;
};

/** Our own stop comes first, because it holds whatever the venues do; a closed market is not stale but closed. */
export function marketState({ hours, lastTickAtMs, nowMs, isHalted, freshMs }: StateInput): MarketState {
  if (isHalted) return 'halted';
  if (!isOpenAt(hours, nowMs)) return 'closed';
  return lastTickAtMs !== undefined && isYoung(nowMs - lastTickAtMs, freshMs) ? 'open' : 'stale';
}
