import type { Order } from '../../../data/account/orders.ts';
import { isForward } from './apply-orders.ts';

/** Cache size. Older orders closed long ago, or arrive with the next list. */
const MOST = 500;

/** Keeps the last socket update of each order, so that no order moves back to an earlier state. */
export function createOrderUpdateCache() {
  const latest = new Map<bigint, Order>();
  const keep = (order: Order) => {
    latest.delete(order.id); // Re-inserted, so the oldest comes first.
    latest.set(order.id, order);
    const oldest = latest.keys().next().value;
    if (latest.size > MOST && oldest !== undefined) latest.delete(oldest);
  };
  return {
    /** Returns the updates that are new, each with the previous state. */
    take(orders: readonly Order[]): { readonly before: Order | undefined; readonly order: Order }[] {
      const updates = orders
        .map((order) => ({ before: latest.get(order.id), order }))
        .filter(({ before, order }) => isForward(before, order));
      for (const { order } of updates) keep(order);
      return updates;
    },
  };
}
