import type { OrderContext, OrderEstimate, OrderRequest } from '@app/domain/spot';
import { shownPlaces } from '@app/domain/wallet';
import { type Amount, add, ceilTo, divide, floorTo, max, multiply, ONE, type Rate, subtract, ZERO } from '@app/money';

/**
 * Figures of an order, rounded to the displayed places so that they add up as shown. Undefined where they depend on the
 * order book.
 */
export type ReviewSums = {
  /** Headline figure: the most that is paid, or what is received; `word` states how exact it is. */
  readonly hero: { readonly kind: 'pay' | 'get' | 'get.about'; readonly amount: Amount | undefined };
  readonly value: Amount | undefined;
  /** Fee included in the headline figure: the higher rate where the order may pay either. */
  readonly fee: { readonly rate: Rate; readonly amount: Amount | undefined };
  /** Remaining balance of the paid currency with the whole order on hold. */
  readonly left: Amount;
};

/** Computes the figures: rounds up what is paid, rounds down what is received or left. */
export function sumsOf(
  request: OrderRequest,
  orderContext: OrderContext,
  estimate: OrderEstimate | undefined,
): ReviewSums {
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
