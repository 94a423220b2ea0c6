import {
  checkOrder,
  type Depth,
  estimateOrder,
  type OrderContext,
  type OrderEstimate,
  type OrderRequest,
} from '@app/domain/spot';
import { type Amount, max, multiply, type Rate } from '@app/money';
import { type AgainstMarket, againstMarket } from './against-market.ts';
import { type ReviewSums, sumsOf } from './review-sums.ts';

/** An order under review: the request stays fixed, its figures follow the market. */
export type Review = ReviewSums & {
  readonly request: OrderRequest;
  /** Undefined until the order book has loaded, as is everything derived from it. */
  readonly estimate: OrderEstimate | undefined;
  readonly against: AgainstMarket | undefined;
  /** The refusal the server would return now; undefined if it would accept the order. */
  readonly refusal: Extract<ReturnType<typeof checkOrder>, { ok: false }> | undefined;
};

export function reviewOf(request: OrderRequest, orderContext: OrderContext, depth: Depth | undefined): Review {
  const estimate = depth && estimateOrder(request, orderContext, depth);
  const decision = checkOrder(request, orderContext);
  const against = againstMarket(request, estimate, orderContext.index?.price);
  return {
    request,
    ...sumsOf(request, orderContext, estimate),
    estimate,
    against,
    refusal: decision.ok ? undefined : decision,
  };
}

type Fee = { readonly rate: Rate; readonly amount: Amount | undefined };

/**
 * Returns the expected fee: the taker rate if the order takes, the maker rate if it only rests; the higher one for a
 * limit that may do either.
 */
export function feeOf(
  request: OrderRequest,
  estimate: OrderEstimate | undefined,
  { fees }: Pick<OrderContext, 'fees'>,
): Fee {
  if (request.kind === 'market') return { rate: fees.taker, amount: estimate?.fee };
  if (estimate !== undefined)
    return { rate: estimate.taken.quantity === 0n ? fees.maker : fees.taker, amount: estimate.fee };
  const rate = max(fees.maker, fees.taker);
  return { rate, amount: multiply(multiply(request.quantity, request.price, 'up'), rate, 'up') };
}

/** Connection state at the time of a press: online, prices live, order book loaded. */
type Sight = { readonly isOnline: boolean; readonly isFollowed: boolean; readonly isBookKnown: boolean };

/**
 * Returns what placing waits for. Prices that are no longer live block a market order; a limit carries its own price.
 */
export function waitOf({ kind }: OrderRequest, { isOnline, isFollowed, isBookKnown }: Sight) {
  if (!isOnline || (kind === 'market' && !isFollowed)) return 'connection';
  return kind === 'market' && !isBookKnown ? 'book' : undefined;
}
