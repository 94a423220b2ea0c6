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
