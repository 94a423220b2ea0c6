import { assert } from '@app/base';
import type { BookOrder, HouseLevel, Side, Terms } from './book.ts';
import { rankOf } from './sides.ts';

/** Asserts safe integers: beyond them rounding could lose a lot. */
export function checkOrder(order: BookOrder): void {
  assert(Number.isSafeInteger(order.price) && order.price >= 1, 'the price of an order is whole ticks');
  assert(Number.isSafeInteger(order.open) && order.open >= 1, 'an order is of whole lots');
}

/**
 * Asserts valid quote amounts: an order that ends by one may still cross, so it must not rest; only a buyer has a budget,
 * and only a seller proceeds.
 */
export function checkTerms(side: Side, { budget, proceeds, remainder }: Terms): void {
  if (budget !== undefined) {
    assert(Number.isSafeInteger(budget) && budget >= 0, 'a budget is whole ticks times lots');
    assert(side === 'buy' && remainder === 'cancel', 'a budget is for buying at once');
  }
  if (proceeds !== undefined) {
    assert(Number.isSafeInteger(proceeds) && proceeds >= 1, 'proceeds are whole ticks times lots');
    assert(side === 'sell' && remainder === 'cancel', 'proceeds are for selling at once');
  }
}

export function checkHouse(side: Side, levels: readonly HouseLevel[]): void {
  let before = Number.POSITIVE_INFINITY;
  for (const { price, open } of levels) {
    const rank = rankOf(side, price);
    assert(
      Number.isSafeInteger(price) && price >= 1 && rank <= before,
      'levels of the house are whole ticks, best first',
    );
    assert(Number.isSafeInteger(open) && open >= 0, 'levels of the house are whole lots');
    before = rank;
  }
}
