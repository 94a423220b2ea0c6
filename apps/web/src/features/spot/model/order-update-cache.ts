import type { Order } from '../../../shared/orders.ts';
import { isForward } from './apply-orders.ts';

/** Older ones are closed for long, or come with the next list. */
const MOST = 500;

/** What the socket said of each order last, so that nothing goes back to what it was before. */
export function createOrderUpdateCache() {
  const heard = new Map<bigint, Order>();
  const keep = (order: Order) => {
    heard.delete(order.id); // Written anew, so that the oldest stands first.
    heard.set(order.id, order);
    const oldest = heard.keys().next().value;
    if (heard.size > MOST && oldest !== undefined) heard.delete(oldest);
  };
  return {
    /** What is new of it, each with what was said before. */
    take(orders: readonly Order[]): { readonly before: Order | undefined; readonly order: Order }[] {
      const news = orders
        .map((order) => ({ before: heard.get(order.id), order }))
        .filter(({ before, order }) => isForward(before, order));
      for (const { order } of news) keep(order);
      return news;
    },
  };
}
