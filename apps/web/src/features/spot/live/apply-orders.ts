import type { Order } from '../../../data/account/orders.ts';

/**
 * Reports whether an order update contains new fills. Works without the previous state: an open order changes only by
 * fills, and an order cancelled by the user had its fills before.
 */
export function hasGained(before: Order | undefined, order: Order): boolean {
  if (before !== undefined) return order.filled > before.filled;
  if (order.filled === 0n) return false;
  return order.status !== 'cancelled' || order.reason === 'remainder' || order.reason === 'own_order';
}

/** Reports whether an update moves an order forward: more is filled, or it closes. Any other update is stale. */
export const isForward = (known: Order | undefined, order: Order): boolean =>
  known === undefined ||
  order.filled > known.filled ||
  (order.filled === known.filled && known.status === 'open' && order.status !== 'open');

const byNewest = (a: Order, b: Order) => (a.id > b.id ? -1 : Number(a.id < b.id));

/** Returns the user's open orders after updates, newest first; the same list if none of them is new. */
export function applyOrders(open: readonly Order[], updates: readonly Order[]): readonly Order[] {
  const after = new Map(open.map((order) => [order.id, order]));
  let isChanged = false;
  for (const order of updates) {
    if (!isForward(after.get(order.id), order)) continue;
    if (order.status === 'open') after.set(order.id, order);
    else if (!after.delete(order.id)) continue;
    isChanged = true;
  }
  return isChanged ? [...after.values()].sort(byNewest) : open;
}

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
