import { type Amount, add, max, multiply, type Price, subtract, ZERO } from '@app/money';
import { averagePrice } from './average-price.ts';
import { chargeFee, NO_FEES } from './fees.ts';
import { type Met, matchDepth } from './match-depth.ts';
import type { OrderContext, OrderRequest, Side } from './order.ts';
import { restHold } from './rest-hold.ts';
import type { Depth } from './take-levels.ts';

type Sum = { readonly currency: string; readonly amount: Amount };

/** Estimated outcome of an order against the visible depth, if no other order comes first. */
export type OrderEstimate = {
  /** Fills immediately, before the fee. */
  readonly taken: { readonly quantity: Amount; readonly cost: Amount };
  /** Average price of the immediate fills. */
  readonly average: Price | undefined;
  /** Quantity that rests in the order book, in base. */
  readonly rests: Amount;
  /** Fee of the immediate fills, and of the resting quantity once it fills. */
  readonly fee: Amount;
  /**
   * Amount taken from the available balance, resting quantity included; an upper bound if the order exceeds the visible
   * depth.
   */
  readonly pays: Sum;
  /**
   * Amount received after the fee, once the resting quantity fills; a lower bound if the order exceeds the visible
   * depth.
   */
  readonly gets: Sum;
  /** Remaining available balance of the currency it pays with. */
  readonly leftAfter: Amount;
  /** Whether it takes all visible levels and would take more. */
  readonly beyond: boolean;
};

/**
 * Estimates an order with the engine's own arithmetic. An order the engine would refuse because of what it matches, or
 * because there is no price, has no effect.
 */
export function estimateOrder(request: OrderRequest, orderContext: OrderContext, depth: Depth): OrderEstimate {
  const { market, available } = orderContext;
  const met = matchDepth(request, orderContext, depth);
  const { quantity, cost } = met?.taken ?? { quantity: ZERO, cost: ZERO };
  const beyond = met?.taken.isBeyond ?? false;
  const { fee, claimed } = feesOf(met, request.side, orderContext);
  const rests = met?.rests ?? ZERO;
  const isBuying = request.side === 'buy';
  const budget = beyond && 'budget' in request ? request.budget : undefined;
  const pays = budget ?? add(claimed, isBuying ? cost : quantity);
  const gets = isBuying ? add(quantity, rests) : subtract(add(cost, worthOf(rests, met, 'sell')), fee);
  return {
    taken: { quantity, cost },
    average: quantity > ZERO ? averagePrice(cost, quantity) : undefined,
    rests,
    fee,
    beyond,
    pays: { currency: isBuying ? market.quote : market.base, amount: pays },
    gets: { currency: isBuying ? market.base : market.quote, amount: gets },
    leftAfter: max(subtract(isBuying ? available.quote : available.base, pays), ZERO),
  };
}

/** Returns the value at the limit; exact on the grid, rounded against the trader off it. */
const worthOf = (quantity: Amount, met: Met | undefined, side: Side): Amount =>
  met === undefined ? ZERO : multiply(quantity, met.limit, side === 'buy' ? 'up' : 'down');

/**
 * Returns the total fee, and the amount claimed beyond the cost of the immediate fills: their fee, and the hold for the
 * unfilled quantity.
 */
function feesOf(met: Met | undefined, side: Side, { fees }: OrderContext): { fee: Amount; claimed: Amount } {
  if (met === undefined) return { fee: ZERO, claimed: ZERO };
  const { taken, rests, claims } = met;
  const { due, next: feeState } = chargeFee(NO_FEES, taken.cost, fees.taker);
  // Beyond the visible levels the order may be maker or taker, so the higher fee applies.
  const makerRate = taken.isBeyond ? max(fees.maker, fees.taker) : fees.maker;
  const hold = restHold({ side, feeState, makerRate }, { cost: worthOf(claims, met, side), quantity: claims });
  const { next } = chargeFee(feeState, worthOf(rests, met, side), makerRate);
  return { fee: next.fee, claimed: side === 'buy' ? add(due, hold) : hold };
}
