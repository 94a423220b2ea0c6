import { type Amount, max, min, type Price, sum } from '@app/money';
import type { DepthLevel } from './take-levels.ts';

/** Returns the total quantity in the order book from its best price to this one, for either side. */
export function levelsUpTo(levels: readonly DepthLevel[], price: Price): Amount {
  const best = levels[0]?.[0] ?? price;
  const lowest = min(best, price);
  const highest = max(best, price);
  return sum(levels.filter(([at]) => at >= lowest && at <= highest).map(([, amount]) => amount));
}
