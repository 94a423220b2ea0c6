import { add, ceilTo, floorTo, type Price } from '@app/money';
import type { BookLevel, BookSide } from './book-source.ts';

/**
 * Returns the price of the group a price belongs to: bids round down and asks up, so that no group shows a better price
 * than it has.
 */
export const groupPrice = (price: Price, step: Price, side: BookSide): Price =>
  side === 'bid' ? floorTo(price, step) : ceilTo(price, step);

/** Groups the levels of one side, best first, by a coarser step; returns at most `most` groups. */
export function groupLevels(
  levels: readonly BookLevel[],
  { step, side, most }: { step: Price; side: BookSide; most: number },
): readonly BookLevel[] {
  const groups: BookLevel[] = [];
  for (const [price, amount] of levels) {
    const shown = groupPrice(price, step, side);
    const last = groups.at(-1);
    if (last !== undefined && last[0] === shown) groups[groups.length - 1] = [shown, add(last[1], amount)];
    else if (groups.length < most) groups.push([shown, amount]);
    else break;
  }
  return groups;
}
