import { type Amount, add, multiply, ONE, type Rate, ratio, subtract, ZERO } from '@app/money';
import type { Order } from '../../../shared/orders.ts';

/** What became of an order so far; what is cut short is not the same as what never traded. */
type OrderStage = 'waiting' | 'filling' | 'filled' | 'cut' | 'cancelled';

export function stageOf({ status, filled }: Pick<Order, 'status' | 'filled'>): OrderStage {
  if (status === 'filled') return 'filled';
  if (status === 'open') return filled > ZERO ? 'filling' : 'waiting';
  return filled > ZERO ? 'cut' : 'cancelled';
}

/** How much of it is done, cut. One that buys for a budget is as far as its money is spent, fee included. */
export function filledShare(order: Order): Rate {
  if (order.status === 'filled') return ONE as Rate;
  if (order.amount !== null) return ratio(order.filled, order.amount, 'down');
  if (order.budget !== null) return ratio(add(order.cost, order.fee), order.budget, 'down');
  return ZERO as bigint as Rate; // An order has the one or the other.
}

/** In whole percent, cut: all but the last grain is 99. */
export const filledPercent = (order: Order): number => Number((filledShare(order) * 100n) / ONE);

/** What its owner gave and got by what was traded. All fees are in the quote: buying they come on top, selling off. */
export function settledBy({ type, filled, cost, fee }: Order): { readonly gave: Amount; readonly got: Amount } {
  return type === 'buy' ? { gave: add(cost, fee), got: filled } : { gave: filled, got: subtract(cost, fee) };
}

/** What of a limit order still waits, in base. */
export const restOf = ({ amount, filled }: Order): Amount => (amount === null ? ZERO : subtract(amount, filled));

/** What the rest is worth at its own price. A market order never rests, so it has none. */
export const restWorth = (order: Order): Amount =>
  order.price === null ? ZERO : multiply(restOf(order), order.price, 'down');

/** A pair's two coins, as its name says them. */
export function coinsOf(symbol: string): { readonly base: string; readonly quote: string } {
  const [base = symbol, quote = ''] = symbol.split('/');
  return { base, quote };
}
