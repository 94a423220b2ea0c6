import type { BookOrder, HouseLevel, Side, SweepFill } from './book.ts';
import type { OrderNode } from './book-side.ts';
import { accepts } from './sides.ts';

/**
 * Plans a sweep in one pass over both queues: the best order matches the best level, and whichever is used up advances
 * to the next.
 */
export function planSweeping<O extends BookOrder>(
  side: Side,
  levels: readonly HouseLevel[],
  first: OrderNode<O> | undefined,
): SweepFill<O>[] {
  const fills: SweepFill<O>[] = [];
  let node = first;
  let taken = 0;
  for (const [level, { price, open }] of levels.entries()) {
    let left = open;
    while (left > 0 && node !== undefined && accepts(side, price, node.order.price)) {
      const maker = node.order;
      const lots = Math.min(left, maker.open - taken);
      fills.push({ maker, price: maker.price, lots, level });
      left -= lots;
      taken += lots;
      if (taken < maker.open) continue;
      node = node.worse;
      taken = 0;
    }
  }
  return fills;
}
