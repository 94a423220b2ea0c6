import { type Amount, add, multiply, ONE, type Rate, ratio, subtract, ZERO } from '@app/money';
import type { Order } from '../../../data/account/orders.ts';

/** Stage of an order; partly filled and cancelled ('cut') differs from cancelled without a fill. */
type OrderStage = 'waiting' | 'filling' | 'filled' | 'cut' | 'cancelled';

export function stageOf({ status, filled }: Pick<Order, 'status' | 'filled'>): OrderStage {
  if (status === 'filled') return 'filled';
  if (status === 'open') return filled > ZERO ? 'filling' : 'waiting';
  return filled > ZERO ? 'cut' : 'cancelled';
}

/** Returns the filled share, rounded down. A purchase for a budget counts the money spent, fee included. */
export function filledShare(order: Order): Rate {
  if (order.status === 'filled') return ONE as Rate;
  if (order.amount !== null) return ratio(order.filled, order.amount, 'down');
  if (order.budget !== null) return ratio(add(order.cost, order.fee), order.budget, 'down');
  return ZERO as bigint as Rate; // Orders have one or the other.
}

/** Returns the filled share in whole percent, rounded down: anything short of full is at most 99. */
export const filledPercent = (order: Order): number => Number((filledShare(order) * 100n) / ONE);

/**
 * Returns what the owner paid and received by the fills. Fees are in the quote: added when buying, deducted when
 * selling.
 */
export function settledBy({ type, filled, cost, fee }: Order): { readonly gave: Amount; readonly got: Amount } {
  return type === 'buy' ? { gave: add(cost, fee), got: filled } : { gave: filled, got: subtract(cost, fee) };
}

/** Returns the unfilled quantity of a limit order, in base. */
export const restOf = ({ amount, filled }: Order): Amount => (amount === null ? ZERO : subtract(amount, filled));

/** Returns the unfilled quantity's value at the order's price. Zero for a market order, which never rests. */
export const restWorth = (order: Order): Amount =>
  order.price === null ? ZERO : multiply(restOf(order), order.price, 'down');

/** Returns a pair's two coins, split from its symbol. */
export function coinsOf(symbol: string): { readonly base: string; readonly quote: string } {
  const [base = symbol, quote = ''] = symbol.split('/');
  return { base, quote };
}
