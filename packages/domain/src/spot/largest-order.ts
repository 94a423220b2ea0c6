import { type Amount, divide, floorTo, max, type Price, ZERO } from '@app/money';
import type { OrderContext, Side } from './order.ts';
import { costWithin } from './size-order.ts';

/** Terms of an order before its size is set. */
export type OrderTerms =
  | { readonly kind: 'limit'; readonly side: Side; readonly price: Price }
  | { readonly kind: 'market'; readonly side: Side };

/**
 * Returns the largest order the available balance pays for, exact to the fee: a base quantity in whole lots, or the
 * budget of a market buy. One lot more would be refused. Size limits are checked by `checkOrder`.
 */
export function largestOrder(
  terms: OrderTerms,
  { market: { lot }, available, fees }: Pick<OrderContext, 'market' | 'available' | 'fees'>,
): Amount {
  if (terms.side === 'sell') return floorTo(max(available.base, ZERO), lot);
  if (terms.kind === 'market') return max(available.quote, ZERO);
  if (terms.price <= 0n) return ZERO;
  const cost = costWithin(available.quote, max(fees.maker, fees.taker)); // At the higher fee, as `checkOrder` does.
  return floorTo(divide(cost, terms.price, 'down'), lot);
}
