import type { Order } from '../../../shared/orders.ts';

/**
 * Whether news of an order are news of fills. Also who never heard of it can tell: an open order changes only by being
 * filled, and one that is cancelled by hand had its fills before.
 */
export function hasGained(before: Order | undefined, order: Order): boolean {
  if (before !== undefined) return order.filled > before.filled;
  if (order.filled === 0n) return false;
  return order.status !== 'cancelled' || order.reason === 'remainder' || order.reason === 'own_order';
}
