import { add, ceilTo, floorTo, type Price } from '@app/money';
import type { BookLevel, BookSide } from './book-source.ts';

/** The price of the group that a price belongs to: bids down, asks up, so that no group promises a better price than it has. */
export const groupPrice = (price: Price, step: Price, side: BookSide): Price =>
  side === 'bid' ? floorTo(price, step) : ceilTo(price, step);

/** Levels of one side, best first, put together to a coarser step; never more than `most` of them. */
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
