import type { OrderContext, OrderEstimate, OrderRequest } from '@app/domain/spot';
import { shownPlaces } from '@app/domain/wallet';
import { type Amount, add, ceilTo, divide, floorTo, max, multiply, ONE, type Rate, subtract, ZERO } from '@app/money';

/** The figures of an order on the grid that they are shown on: they add up as shown. Unknown where only the book tells. */
export type ReviewSums = {
  /** The one figure that an order is about: what is paid at most or received; its word says how sure it is. */
  readonly hero: { readonly kind: 'pay' | 'get' | 'get.about'; readonly amount: Amount | undefined };
  readonly value: Amount | undefined;
  /** As it is counted in the figure above: the dearer rate wherever the order may pay either. */
  readonly fee: { readonly rate: Rate; readonly amount: Amount | undefined };
  /** Of the paid currency, once all of the order is set aside. */
  readonly left: Amount;
};

/** What is paid is rounded up, what is received or left is cut. */
export function sumsOf(
  request: OrderRequest,
  orderContext: OrderContext,
  estimate: OrderEstimate | undefined,
): ReviewSums {
  return request.side === 'buy' ? purchaseOf(request, orderContext) : saleOf(request, orderContext, estimate);
}

type Purchase = Extract<OrderRequest, { side: 'buy' }> | Extract<OrderRequest, { kind: 'limit' }>;
type Sale = Extract<OrderRequest, { side: 'sell' }> | Extract<OrderRequest, { kind: 'limit' }>;

/** A purchase never takes more, whatever the book does. */
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

/** A budget pays for its own fee, too. */
function ofBudget(budget: Amount, rate: Rate) {
  return [budget, subtract(budget, divide(budget, (ONE + rate) as Rate, 'down'))] as const;
}

/** A limit sale that is filled never brings less; what is sold at once, or not at all, brings about what the book pays. */
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
