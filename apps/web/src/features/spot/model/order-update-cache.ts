import type { Order } from '../../../shared/orders.ts';
import { isForward } from './apply-orders.ts';

/** Older ones are closed for long, or come with the next list. */
const MOST = 500;

/** What the socket said of each order last, so that nothing goes back to what it was before. */
export function createOrderUpdateCache() {
  const latest = new Map<bigint, Order>();
  const keep = (order: Order) => {
    latest.delete(order.id); // Written anew, so that the oldest stands first.
    latest.set(order.id, order);
    const oldest = latest.keys().next().value;
    if (latest.size > MOST && oldest !== undefined) latest.delete(oldest);
  };
  return {
    /** What is new of it, each with what was said before. */
    take(orders: readonly Order[]): { readonly before: Order | undefined; readonly order: Order }[] {
      const updates = orders
        .map((order) => ({ before: latest.get(order.id), order }))
        .filter(({ before, order }) => isForward(before, order));
      for (const { order } of updates) keep(order);
      return updates;
    },
  };
}
