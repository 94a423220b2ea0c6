import { type Amount, add, type Price, subtract } from '@app/money';
import type { Order } from '../../../shared/orders.ts';

/** What one still buys or sells at a price. */
export type OrderLevel = { readonly side: Order['type']; readonly price: Price; readonly left: Amount };

type Resting = Pick<Order, 'symbol' | 'type' | 'price' | 'amount' | 'filled'>;

/** The prices at which one's open orders of a market wait; orders of one side at one price are one level. */
export function orderLevels(orders: readonly Resting[], symbol: string): readonly OrderLevel[] {
  const levels = new Map<string, OrderLevel>();
  for (const { type: side, price, amount, filled, symbol: where } of orders) {
    if (where !== symbol || price === null || amount === null) continue; // What has no price does not wait.
    const key = `${side} ${price}`;
    const left = subtract(amount, filled);
    const known = levels.get(key);
    levels.set(key, { side, price, left: known === undefined ? left : add(known.left, left) });
  }
  return [...levels.values()];
}
