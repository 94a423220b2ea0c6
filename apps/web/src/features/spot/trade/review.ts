import {
  checkOrder,
  type Depth,
  estimateOrder,
  type Force,
  type OrderContext,
  type OrderEstimate,
  type OrderRequest,
} from '@app/domain/spot';
import { shownPlaces } from '@app/domain/wallet';
import {
  type Amount,
  add,
  ceilTo,
  divide,
  floorTo,
  max,
  multiply,
  ONE,
  type Price,
  type Rate,
  subtract,
  ZERO,
} from '@app/money';

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

/** Threshold for a price warning: two per cent worse than the market. */
const FAR: Rate = (ONE / 50n) as Rate;

type Met = Pick<OrderEstimate, 'taken' | 'rests'>;

type AgainstMarket = {
  /** Signed distance from the market price. */
  readonly rate: Rate;
  /** More than two per cent dearer for a buyer, or cheaper for a seller. */
  readonly isFarWorse: boolean;
  /**
   * How much fills at once: none (all rests), some or all; or the order would be refused or lapse. Undefined without an
   * order book.
   */
  readonly takes: 'none' | 'some' | 'all' | 'refused' | 'lapses' | undefined;
};

/**
 * Compares a limit price with the current market price. Returns undefined for a market order or without a market price.
 */
function againstMarket(
  request: OrderRequest,
  estimate: Met | undefined,
  market: Price | undefined,
): AgainstMarket | undefined {
  if (request.kind === 'market' || market === undefined) return undefined;
  const rate = (((request.price - market) * ONE) / market) as Rate;
  const worse = request.side === 'buy' ? rate : -rate;
  return { rate, isFarWorse: worse > FAR, takes: estimate && takesOf(request.force, estimate) };
}

function takesOf(force: Force, { taken: { quantity: taken }, rests }: Met): AgainstMarket['takes'] {
  if (taken === 0n && rests === 0n) return force === 'post' ? 'refused' : 'lapses';
  if (taken === 0n) return 'none';
  return rests === 0n ? 'all' : 'some';
}

/**
 * Figures of an order, rounded to the displayed places so that they add up as shown. Undefined where they depend on the
 * order book.
 */
type ReviewSums = {
  /** Headline figure: the most that is paid, or what is received; `word` states how exact it is. */
  readonly hero: { readonly kind: 'pay' | 'get' | 'get.about'; readonly amount: Amount | undefined };
  readonly value: Amount | undefined;
  /** Fee included in the headline figure: the higher rate where the order may pay either. */
  readonly fee: { readonly rate: Rate; readonly amount: Amount | undefined };
  /** Remaining balance of the paid currency with the whole order on hold. */
  readonly left: Amount;
};

/** Computes the figures: rounds up what is paid, rounds down what is received or left. */
function sumsOf(request: OrderRequest, orderContext: OrderContext, estimate: OrderEstimate | undefined): ReviewSums {
  return request.side === 'buy' ? purchaseOf(request, orderContext) : saleOf(request, orderContext, estimate);
}

type Purchase = Extract<OrderRequest, { side: 'buy' }> | Extract<OrderRequest, { kind: 'limit' }>;
type Sale = Extract<OrderRequest, { side: 'sell' }> | Extract<OrderRequest, { kind: 'limit' }>;

/** Computes the upper bound of a purchase; it never costs more, whatever the order book does. */
function purchaseOf(request: Purchase, { fees, market, available }: OrderContext): ReviewSums {
  const step = stepOf(market.quote);
  const rate = 'budget' in request ? fees.taker : max(fees.maker, fees.taker);
  const [most, due] = 'budget' in request ? ofBudget(request.budget, rate) : ofLimit(request, rate);
  const paid = ceilTo(most, step);
  const fee = ceilTo(due, step);
  return {
    hero: { kind: 'pay', amount: paid },
    value: less(paid, fee),
    fee: { rate, amount: fee },
    left: less(floorTo(available.quote, step), paid),
  };
}

function ofLimit({ quantity, price }: Extract<OrderRequest, { kind: 'limit' }>, rate: Rate) {
  const cost = multiply(quantity, price, 'up');
  const fee = multiply(cost, rate, 'up');
  return [add(cost, fee), fee] as const;
}

/** Splits a budget, which includes its fee. */
function ofBudget(budget: Amount, rate: Rate) {
  return [budget, subtract(budget, divide(budget, (ONE + rate) as Rate, 'down'))] as const;
}

/** Computes a sale: a filled limit never brings less; a market or `ioc` sale brings about what the order book pays. */
function saleOf(request: Sale, orderContext: OrderContext, estimate: OrderEstimate | undefined): ReviewSums {
  const { fees, market, available } = orderContext;
  const step = stepOf(market.quote);
  const isByBook = request.kind === 'market' || request.force === 'ioc';
  const rate = isByBook ? fees.taker : max(fees.maker, fees.taker);
  const worth = isByBook ? estimate?.taken.cost : multiply(request.quantity, request.price, 'down');
  const due = worth && (isByBook ? estimate?.fee : multiply(worth, rate, 'up'));
  const value = worth === undefined ? undefined : floorTo(worth, step);
  const fee = due === undefined ? undefined : ceilTo(due, step);
  const amount = value === undefined || fee === undefined ? undefined : less(value, fee);
  return {
    hero: { kind: isByBook ? 'get.about' : 'get', amount },
    value,
    fee: { rate, amount: fee },
    left: less(available.base, request.quantity),
  };
}

const stepOf = (currency: string) => (ONE / 10n ** BigInt(shownPlaces(currency))) as Amount;
const less = (from: Amount, taken: Amount): Amount => max(ZERO, subtract(from, taken));
