import { type Amount, divide, floorTo, max, type Price, ZERO } from '@app/money';
import type { OrderContext, Side } from './order.ts';
import { costWithin } from './size-order.ts';

/** What is known of an order before its size. */
export type OrderTerms =
  | { readonly kind: 'limit'; readonly side: Side; readonly price: Price }
  | { readonly kind: 'market'; readonly side: Side };

/**
 * The most that what is available pays for, exact to the fee: an amount of base on the grid of lots; or the budget where
 * it buys at the market. One lot more would be refused. Whether it is too much for the rules is `checkOrder`'s to say.
 */
export function largestOrder(
  terms: OrderTerms,
  { market: { lot }, available, fees }: Pick<OrderContext, 'market' | 'available' | 'fees'>,
): Amount {
  if (terms.side === 'sell') return floorTo(max(available.base, ZERO), lot);
  if (terms.kind === 'market') return max(available.quote, ZERO);
  if (terms.price <= 0n) return ZERO;
  const cost = costWithin(available.quote, max(fees.maker, fees.taker)); // Of the dearer role, as the order is judged.
  return floorTo(divide(cost, terms.price, 'down'), lot);
}
