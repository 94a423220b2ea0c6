import { absolute, add, ceilTo, floorTo, type Price, subtract } from '@app/money';
import type { BookLevel, BookLevels, BookSide } from './book-source.ts';

/**
 * Returns the price of the group a price belongs to: bids round down and asks up, so that no group shows a better price
 * than it has.
 */
export const groupPrice = (price: Price, step: Price, side: BookSide): Price =>
  side === 'bid' ? floorTo(price, step) : ceilTo(price, step);

/** Levels farther from the mid than a hundredth of it are no measure of the others: anybody may leave an order there. */
const NEAR = 100n;

/** Returns the levels near the mid of an order book, best first. */
export function nearLevels({ bids, asks }: BookLevels): BookLevels {
  const bid = bids[0] ?? asks[0];
  const ask = asks[0] ?? bids[0];
  if (bid === undefined || ask === undefined) return { bids, asks };
  const middle = (bid[0] + ask[0]) / 2n;
  const isNear = ([price]: BookLevel) => absolute(subtract<Price>(price, middle as Price)) * NEAR <= middle;
  return { bids: bids.filter(isNear), asks: asks.filter(isNear) };
}

/** Groups the levels of one side, best first, by a coarser step; returns at most `most` groups. */
export function groupLevels(
  levels: readonly BookLevel[],
  { step, side, most }: { step: Price; side: BookSide; most: number },
): readonly BookLevel[] {
  const groups: BookLevel[] = [];
  for (const [price, amount] of levels) {
    const shown = groupPrice(price, step, side);
    if (shown === 0n) break; // Bids below one step have no price of their own.
    const last = groups.at(-1);
    if (last !== undefined && last[0] === shown) groups[groups.length - 1] = [shown, add(last[1], amount)];
    else if (groups.length < most) groups.push([shown, amount]);
    else break;
  }
  return groups;
}
