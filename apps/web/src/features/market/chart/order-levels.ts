import { type Amount, add, type Price, subtract } from '@app/money';
import type { Order } from '../../../data/account/orders.ts';

/** The user's remaining amount at a price. */
export type OrderLevel = { readonly side: Order['type']; readonly price: Price; readonly left: Amount };

type Resting = Pick<Order, 'symbol' | 'type' | 'price' | 'amount' | 'filled'>;

/** Returns the price levels of the user's open orders in a market; orders of one side at one price are one level. */
export function orderLevels(orders: readonly Resting[], symbol: string): readonly OrderLevel[] {
  const levels = new Map<string, OrderLevel>();
  for (const { type: side, price, amount, filled, symbol: where } of orders) {
    if (where !== symbol || price === null || amount === null) continue; // Orders without a price do not rest.
    const key = `${side} ${price}`;
    const left = subtract(amount, filled);
    const known = levels.get(key);
    levels.set(key, { side, price, left: known === undefined ? left : add(known.left, left) });
  }
  return [...levels.values()];
}
