import { assert, expectDefined } from '@app/base';
import { absolute, compare, floorTo, ONE, type Price, type Rate, subtract } from '@app/money';

/**
 * The middle price, of an even number the lower of the two middles, rounded down to the market's tick. So it is what
 * one venue said and nobody's average, and anybody can compute it again from the prices a tick names.
 */
export function medianOf(prices: readonly Price[], priceTick: Price): Price {
  assert(prices.length > 0, 'a median is of something');
  const sorted = [...prices].sort(compare);
  return floorTo(expectDefined(sorted[(sorted.length - 1) >> 1], 'the middle price'), priceTick);
}

/** Whether a price lies further from another than a share of that other. Exactly the share is not further. */
export const isBeyond = (price: Price, from: Price, share: Rate): boolean =>
  absolute(subtract(price, from)) * ONE > from * share;
