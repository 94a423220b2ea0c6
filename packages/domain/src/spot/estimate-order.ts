import { type Amount, add, max, multiply, type Price, type Rate, ratio, subtract, ZERO } from '@app/money';
import { chargeFee, type FeeState, NO_FEES } from './fees.ts';
import type { Force, OrderContext, OrderRequest, Side } from './order.ts';
import { costWithin, grossOf, sizeOrder, worstPrice } from './size-order.ts';
import { accepts, type Depth, type Taken, takeLevels, type Wants } from './take-levels.ts';

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
  const pays = (beyond ? met?.most : undefined) ?? add(claimed, isBuying ? cost : quantity);
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

/** Returns the average price for display, never traded at; rounded down, so that the price paid is never overstated. */
export const averagePrice = (cost: Amount, quantity: Amount): Price =>
  ratio<Amount>(cost, quantity, 'down') as bigint as Price; // Quote per base.

type Resting = { readonly side: Side; readonly feeState: FeeState; readonly makerRate: Rate };

/**
 * Returns the hold a resting order needs for its remaining quantity. A resting order fills only at its own price and as
 * maker, so each fill takes exactly its cost and fee from the hold, and the last one leaves nothing.
 */
export function restHold(order: Resting, rest: { readonly cost: Amount; readonly quantity: Amount }): Amount {
  if (order.side === 'sell') return rest.quantity; // A seller's fee is deducted from the proceeds.
  return add(rest.cost, chargeFee(order.feeState, rest.cost, order.makerRate).due);
}

/** Outcome of an order matched against the visible depth. */
type Met = {
  readonly taken: Taken;
  /** Quantity that rests at the limit, in base. */
  readonly rests: Amount;
  /** Quantity that may still match beyond the visible levels, or rest, at the limit at worst; in base. */
  readonly claims: Amount;
  readonly limit: Price;
  /** The most a market order by a quote amount may pay; undefined for other orders. */
  readonly most: Amount | undefined;
};

const NOTHING: Taken = { quantity: ZERO, cost: ZERO, isBeyond: false };

/**
 * Matches an order against the visible depth. Returns undefined if the engine would refuse it because of what it
 * matches, or because there is no reference price.
 */
function matchDepth(request: OrderRequest, orderContext: OrderContext, { bids, asks }: Depth): Met | undefined {
  const terms = termsOf(request, orderContext);
  if (terms === undefined) return undefined;
  const { limit, wants, force } = terms;
  const levels = request.side === 'buy' ? asks : bids;
  const taking = { side: request.side, limit, wants, lot: orderContext.market.lot };
  if (force === 'post' && levels.some(([price]) => accepts(taking, price))) return undefined;
  const taken = force === 'post' ? NOTHING : takeLevels(levels, taking);
  const left = 'quantity' in wants ? subtract(wants.quantity, taken.quantity) : ZERO;
  const rests = force === 'ioc' ? ZERO : left;
  return { taken, rests, claims: taken.isBeyond ? left : rests, limit, most: terms.most };
}

type Terms = {
  readonly limit: Price;
  readonly wants: Wants;
  readonly force: Force;
  readonly most: Amount | undefined;
};

/** Returns the terms for any numbers: an order is estimated while it is typed, before it is on the grid. */
function termsOf(request: OrderRequest, orderContext: OrderContext): Terms | undefined {
  const isMarket = request.kind === 'market';
  const limit = isMarket ? worstPrice(request.side, orderContext) : request.price;
  const size = sizeIn(request);
  if (limit === undefined || limit <= 0n || size <= ZERO) return undefined;
  const force = isMarket ? 'ioc' : request.force;
  const { taker } = orderContext.fees;
  if ('budget' in request) return { limit, force, wants: { cost: costWithin(size, taker) }, most: size };
  if ('quantity' in request) return { limit, force, wants: { quantity: size }, most: undefined };
  const most = sizeOrder(request, orderContext)?.pays.amount ?? ZERO;
  return { limit, force, wants: { gross: grossOf(size, taker), most }, most };
}

/** Returns the size as requested, in the currency it is requested in. */
function sizeIn(request: OrderRequest): Amount {
  if ('budget' in request) return request.budget;
  return 'proceeds' in request ? request.proceeds : request.quantity;
}
