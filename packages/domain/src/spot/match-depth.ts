import { type Amount, type Price, subtract, ZERO } from '@app/money';
import type { Force, OrderContext, OrderRequest } from './order.ts';
import { costWithin, worstPrice } from './size-order.ts';
import { accepts, type Depth, type Taken, takeLevels } from './take-levels.ts';

/** Outcome of an order matched against the visible depth. */
export type Met = {
  readonly taken: Taken;
  /** Quantity that rests at the limit, in base. */
  readonly rests: Amount;
  /** Quantity that may still match beyond the visible levels, or rest, at the limit at worst; in base. */
  readonly claims: Amount;
  readonly limit: Price;
};

const NOTHING: Taken = { quantity: ZERO, cost: ZERO, isBeyond: false };

/**
 * Matches an order against the visible depth. Returns undefined if the engine would refuse it because of what it
 * matches, or because there is no reference price.
 */
export function matchDepth(request: OrderRequest, orderContext: OrderContext, { bids, asks }: Depth): Met | undefined {
  const terms = termsOf(request, orderContext);
  if (terms === undefined) return undefined;
  const { limit, wants, force } = terms;
  const levels = request.side === 'buy' ? asks : bids;
  const taking = { side: request.side, limit, wants, lot: orderContext.market.lot };
  if (force === 'post' && levels.some(([price]) => accepts(taking, price))) return undefined;
  const taken = force === 'post' ? NOTHING : takeLevels(levels, taking);
  const left = 'quantity' in wants ? subtract(wants.quantity, taken.quantity) : ZERO;
  const rests = force === 'ioc' ? ZERO : left;
  return { taken, rests, claims: taken.isBeyond ? left : rests, limit };
}

type Terms = {
  readonly limit: Price;
  readonly wants: { readonly quantity: Amount } | { readonly cost: Amount };
  readonly force: Force;
};

/** Returns the terms for any numbers: an order is estimated while it is typed, before it is on the grid. */
function termsOf(request: OrderRequest, orderContext: OrderContext): Terms | undefined {
  const isMarket = request.kind === 'market';
  const limit = isMarket ? worstPrice(request.side, orderContext) : request.price;
  const size = 'budget' in request ? request.budget : request.quantity;
  if (limit === undefined || limit <= 0n || size <= ZERO) return undefined;
  const wants = 'budget' in request ? { cost: costWithin(size, orderContext.fees.taker) } : { quantity: size };
  return { limit, wants, force: isMarket ? 'ioc' : request.force };
}
