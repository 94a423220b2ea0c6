import { type Amount, add, max, multiply, type Price, subtract, ZERO } from '@app/money';
import { averagePrice } from './average-price.ts';
import { chargeFee, NO_FEES } from './fees.ts';
import { type Met, matchDepth } from './match-depth.ts';
import type { OrderContext, OrderRequest, Side } from './order.ts';
import { restHold } from './rest-hold.ts';
import type { Depth } from './take-levels.ts';

type Sum = { readonly currency: string; readonly amount: Amount };

/** What an order would do to a book as it is shown, if nobody else came first. */
export type OrderEstimate = {
  /** What it takes at once, without the fee. */
  readonly taken: { readonly quantity: Amount; readonly cost: Amount };
  /** Of what is taken at once. */
  readonly average: Price | undefined;
  /** What of it waits in the book, in base. */
  readonly rests: Amount;
  /** Of what is taken, and of what rests once it is filled. */
  readonly fee: Amount;
  /** What leaves the available balance, what rests included; at most, where it is beyond the shown levels. */
  readonly pays: Sum;
  /** After the fee, once what rests is filled; at least, where it is beyond the shown levels. */
  readonly gets: Sum;
  /** What stays available of the currency it pays with. */
  readonly leftAfter: Amount;
  /** Whether it takes all the levels that are shown and would take more. */
  readonly beyond: boolean;
};

/** The engine's own arithmetic. An order that it would refuse for what it meets, or for want of a price, does nothing. */
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

/** Exact on the grid; off it, against whoever asks. */
const worthOf = (quantity: Amount, met: Met | undefined, side: Side): Amount =>
  met === undefined ? ZERO : multiply(quantity, met.limit, side === 'buy' ? 'up' : 'down');

/** The fee in all, and what is claimed beyond the cost of what is taken: its fee, and the hold of what is not taken yet. */
function feesOf(met: Met | undefined, side: Side, { fees }: OrderContext): { fee: Amount; claimed: Amount } {
  if (met === undefined) return { fee: ZERO, claimed: ZERO };
  const { taken, rests, claims } = met;
  const { due, next: feeState } = chargeFee(NO_FEES, taken.cost, fees.taker);
  // Behind the shown levels nobody knows which role it will have.
  const makerRate = taken.isBeyond ? max(fees.maker, fees.taker) : fees.maker;
  const hold = restHold({ side, feeState, makerRate }, { cost: worthOf(claims, met, side), quantity: claims });
  const { next } = chargeFee(feeState, worthOf(rests, met, side), makerRate);
  return { fee: next.fee, claimed: side === 'buy' ? add(due, hold) : hold };
}
