import { type Amount, add, type Rate } from '@app/money';
import { chargeFee, type FeeState } from './fees.ts';
import type { Side } from './order.ts';

type Resting = { readonly side: Side; readonly feeState: FeeState; readonly makerRate: Rate };

/**
 * What a resting order must hold for what is left of it. A resting order fills at its own price and as maker only, so
 * each fill takes exactly its cost and fee out of this, and the last one leaves nothing.
 */
export function restHold(order: Resting, rest: { readonly cost: Amount; readonly quantity: Amount }): Amount {
  if (order.side === 'sell') return rest.quantity; // A seller's fee comes out of what is received.
  return add(rest.cost, chargeFee(order.feeState, rest.cost, order.makerRate).due);
}
