import { type Amount, add, type Rate } from '@app/money';
import { chargeFee, type FeeState } from './fees.ts';
import type { Side } from './order.ts';

type Resting = { readonly side: Side; readonly feeState: FeeState; readonly makerRate: Rate };

/**
 * Returns the hold a resting order needs for its remaining quantity. A resting order fills only at its own price and as
 * maker, so each fill takes exactly its cost and fee from the hold, and the last one leaves nothing.
 */
export function restHold(order: Resting, rest: { readonly cost: Amount; readonly quantity: Amount }): Amount {
  if (order.side === 'sell') return rest.quantity; // A seller's fee is deducted from the proceeds.
  return add(rest.cost, chargeFee(order.feeState, rest.cost, order.makerRate).due);
}
