import { type Amount, add, max, multiply, subtract, ZERO } from '@app/money';
import type { OrderEstimate } from './estimate-order.ts';
import { chargeFee, NO_FEES } from './fees.ts';
import type { OrderContext, OrderRequest } from './order.ts';
import { costWithin, grossOf } from './size-order.ts';
import type { Depth } from './take-levels.ts';

/** The fee that an order is charged, as its form, review and receipt show it. */
export type FeeQuote = {
  readonly amount: Amount;
  /** Role in which it trades: it waits, takes, or takes a part and waits with the rest; undefined if it does neither. */
  readonly role: 'maker' | 'taker' | 'both' | undefined;
  /** Whether the order may take more than is visible, so that the amount is an upper bound. */
  readonly isAtMost: boolean;
};

/**
 * Quotes the fee of an estimated order: exactly what the engine charges for what is visible, once the rest is filled; an
 * upper bound if the order reaches beyond the visible depth.
 */
export function quoteFee(
  request: OrderRequest,
  orderContext: OrderContext,
  { estimate, depth }: { readonly estimate: OrderEstimate; readonly depth: Depth },
): FeeQuote {
  const { taken, rests, fee, beyond } = estimate;
  if (beyond) return { amount: mostFee(request, orderContext, { estimate, depth }), role: 'both', isAtMost: true };
  const takes = taken.quantity > ZERO;
  const role = rests > ZERO ? (takes ? 'both' : 'maker') : takes ? 'taker' : undefined;
  return { amount: fee, role, isAtMost: false };
}

/** Returns an upper bound. Beyond the visible levels a buyer pays at most the limit, a seller gets at most the last price. */
function mostFee(
  request: OrderRequest,
  { fees, market: { lot } }: OrderContext,
  { estimate: { taken }, depth }: { readonly estimate: OrderEstimate; readonly depth: Depth },
): Amount {
  if ('budget' in request) return subtract(request.budget, costWithin(request.budget, fees.taker));
  const last = request.side === 'buy' ? undefined : depth.bids.at(-1)?.[0];
  if ('proceeds' in request) {
    const overshoot = last === undefined ? ZERO : multiply(lot, last, 'up');
    return chargeFee(NO_FEES, add(grossOf(request.proceeds, fees.taker), overshoot), fees.taker).due;
  }
  const worst = last ?? (request.kind === 'limit' ? request.price : undefined);
  const left = subtract(request.quantity, taken.quantity);
  const rest = worst === undefined ? ZERO : multiply(left, worst, 'up');
  return chargeFee(NO_FEES, add(taken.cost, rest), max(fees.maker, fees.taker)).due;
}
