import {
  checkOrder,
  compareWithIndex,
  type Depth,
  estimateOrder,
  type FeeQuote,
  type FeeRates,
  type Force,
  type OrderContext,
  type OrderEstimate,
  type OrderRequest,
  quoteFee,
} from '@app/domain/spot';
import { type Amount, add, ceilTo, divide, floorTo, max, multiply, ONE, type Rate, subtract, ZERO } from '@app/money';
import { exactStep } from './form-texts.ts';

/** An order under review: the request stays fixed, its figures follow the market. */
export type Review = OrderFigures & {
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
  const against = againstMarket(request, estimate, orderContext);
  return {
    request,
    ...figuresOf(request, orderContext, depth),
    estimate,
    against,
    refusal: decision.ok ? undefined : decision,
  };
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

/** Threshold for a mild note about the price: two per cent worse than the market. */
const FAR: Rate = (ONE / 50n) as Rate;

type Met = Pick<OrderEstimate, 'taken' | 'rests'>;

type AgainstMarket = {
  /** Signed distance from the market price. */
  readonly rate: Rate;
  /** How much worse than the market: worth a note, or so much that it is a danger and never sent without a review. */
  readonly isFarWorse: boolean;
  readonly isDangerous: boolean;
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
  orderContext: OrderContext,
): AgainstMarket | undefined {
  const compared = request.kind === 'market' ? undefined : compareWithIndex(request, orderContext);
  if (request.kind === 'market' || compared === undefined) return undefined;
  const { rate, worseBy, needsReview } = compared;
  return {
    rate,
    isFarWorse: needsReview || worseBy > FAR,
    isDangerous: needsReview,
    takes: estimate && takesOf(request.force, estimate),
  };
}

function takesOf(force: Force, { taken: { quantity: taken }, rests }: Met): AgainstMarket['takes'] {
  if (taken === 0n && rests === 0n) return force === 'post' ? 'refused' : 'lapses';
  if (taken === 0n) return 'none';
  return rests === 0n ? 'all' : 'some';
}

/**
 * Figures of an order, which the form and the review share, rounded to the displayed places so that they add up as shown.
 * Undefined where they depend on the order book.
 */
export type OrderFigures = {
  /** Headline figure: what is paid or received; its kind states how exact it is. */
  readonly hero: {
    readonly kind: 'pay' | 'pay.exact' | 'pay.about' | 'get' | 'get.exact' | 'get.about';
    readonly amount: Amount | undefined;
  };
  readonly value: Amount | undefined;
  readonly fee: ShownFee;
  /** Remaining balance of the paid currency with the whole order on hold. */
  readonly left: Amount;
};

/** The fee with the rates it is computed from. */
type ShownFee = Omit<FeeQuote, 'amount'> & { readonly amount: Amount | undefined; readonly rates: FeeRates };

/** Computes the figures: rounds up what is paid, rounds down what is received or left. */
export function figuresOf(request: OrderRequest, orderContext: OrderContext, depth: Depth | undefined): OrderFigures {
  const estimate = depth && estimateOrder(request, orderContext, depth);
  const quote = estimate && quoteFee(request, orderContext, { estimate, depth });
  if (estimate === undefined || quote?.role === undefined) return boundsOf(request, orderContext);
  const step = exactStep(orderContext.market.quote);
  const fee = { ...quote, amount: ceilTo(quote.amount, step), rates: orderContext.fees };
  const how = quote.isAtMost ? '' : quote.role === 'maker' ? '.exact' : '.about';
  // What is beyond the visible bids may be worse, or nothing at all.
  const isOpenEnded = quote.isAtMost && (request.kind === 'market' || request.force === 'ioc');
  if (request.side === 'buy') {
    const paid = ceilTo(estimate.pays.amount, step);
    return { hero: { kind: `pay${how}`, amount: paid }, value: less(paid, fee.amount), fee, left: estimate.leftAfter };
  }
  const got = floorTo(estimate.gets.amount, step);
  const value = quote.isAtMost ? floorTo(add(got, estimate.fee), step) : add(got, fee.amount);
  const kind = isOpenEnded ? 'get.about' : (`get${how}` as const);
  return { hero: { kind, amount: got }, value, fee, left: estimate.leftAfter };
}

/** Computes bounds that hold whatever the order book is: for an order whose matches are not known, or that has none. */
function boundsOf(request: OrderRequest, { fees, market, available }: OrderContext): OrderFigures {
  const step = exactStep(market.quote);
  const unknown = { role: undefined, isAtMost: true, rates: fees } as const;
  if (request.side === 'buy') {
    const rate = 'budget' in request ? fees.taker : max(fees.maker, fees.taker);
    const [most, due] = 'budget' in request ? ofBudget(request.budget, rate) : ofLimit(request, rate);
    const paid = ceilTo(most, step);
    const fee = ceilTo(due, step);
    const left = less(available.quote, most);
    return { hero: { kind: 'pay', amount: paid }, value: less(paid, fee), fee: { ...unknown, amount: fee }, left };
  }
  const left = 'quantity' in request ? less(available.base, request.quantity) : available.base;
  const fee = { ...unknown, amount: undefined };
  if (request.kind === 'market' || request.force === 'ioc')
    return { hero: { kind: 'get', amount: undefined }, value: undefined, fee, left };
  const worth = multiply(request.quantity, request.price, 'down');
  const least = less(worth, multiply(worth, max(fees.maker, fees.taker), 'up'));
  return { hero: { kind: 'get', amount: floorTo(least, step) }, value: floorTo(worth, step), fee, left };
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

const less = (from: Amount, taken: Amount): Amount => max(ZERO, subtract(from, taken));
