import { assert } from '@app/base';
import { type Amount, multiply, multiplyByCount, ONE, type Price } from '@app/money';
import type { SpotMarket } from './order.ts';

type Grid = Pick<SpotMarket, 'priceTick' | 'lot'>;

/**
 * Returns the cost of one lot at a price of one tick. Every cost is a whole multiple of it, so none is ever rounded.
 */
export function unitOf({ priceTick, lot }: Grid): Amount {
  assert((lot * priceTick) % ONE === 0n, 'tick times lot is exact');
  return multiply(lot, priceTick, 'down');
}

/** Returns the exact cost of a number of lots at a price in ticks. */
export const costOf = (market: Grid, ticks: number, lots: number): Amount =>
  multiplyByCount(multiplyByCount(unitOf(market), ticks), lots);

export const quantityOf = ({ lot }: Grid, lots: number): Amount => multiplyByCount(lot, lots);

export const priceOf = ({ priceTick }: Grid, ticks: number): Price => multiplyByCount(priceTick, ticks);
