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

/** An order as it is shown once more: what will be sent stays, what it comes to follows the market. */
export type Review = ReviewSums & {
  readonly request: OrderRequest;
  /** Nothing while the book is not known, and so with what only it could tell. */
  readonly estimate: OrderEstimate | undefined;
  readonly against: AgainstMarket | undefined;
  /** What the server would say now; nothing while it would take the order. */
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

/** What the form expects: whoever takes pays the taker's rate, whoever only waits the maker's; a limit that may do either, the dearer. */
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

/** What a press would be made in: over which line, and with the offers in sight or not. */
type Sight = { readonly isOnline: boolean; readonly isFollowed: boolean; readonly isBookKnown: boolean };

/** What placing waits for. Prices that are no longer followed stop an order at the market; a limit has its own. */
export function waitOf({ kind }: OrderRequest, { isOnline, isFollowed, isBookKnown }: Sight) {
  if (!isOnline || (kind === 'market' && !isFollowed)) return 'connection';
  return kind === 'market' && !isBookKnown ? 'book' : undefined;
}
