import { assert, expectDefined } from '@app/base';
import { absolute, compare, floorTo, ONE, type Price, type Rate, subtract } from '@app/money';

/**
 * Returns the median price (the lower middle of an even number), rounded down to the market's tick. So it is a price
 * one venue quoted, not an average, and anyone can recompute it from the prices a tick names.
 */
export function medianOf(prices: readonly Price[], priceTick: Price): Price {
  assert(prices.length > 0, 'a median is of something');
  const sorted = [...prices].sort(compare);
  return floorTo(expectDefined(sorted[(sorted.length - 1) >> 1], 'the middle price'), priceTick);
}

/** Returns whether a price differs from another by more than a share of that other (exclusive). */
export const isBeyond = (price: Price, from: Price, share: Rate): boolean =>
  absolute(subtract(price, from)) * ONE > from * share;
