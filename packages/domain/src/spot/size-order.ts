import {
  type Amount,
  add,
  countOf,
  divide,
  floorTo,
  max,
  multiply,
  multiplyByCount,
  ONE,
  type Price,
  type Rate,
  subtract,
  ZERO,
} from '@app/money';
import { FRESHNESS, isFreshFor } from '../market/index.ts';
import type { OrderContext, OrderRequest, Side, SpotMarket } from './order.ts';
import { unitOf } from './units.ts';

/** What an order comes to, in counts that need not fit the book yet. */
export type SizedOrder = {
  /** The worst price it accepts. */
  readonly ticks: bigint;
  /** Absent when it buys for a budget; then `units` says how many ticks times lots that pays for. */
  readonly lots: bigint | undefined;
  readonly units: bigint | undefined;
  /** What the minimum and the maximum are compared with, in the quote currency. */
  readonly worth: Amount;
  /** What must be there when it is placed: no sequence of fills takes more. */
  readonly pays: { readonly currency: string; readonly amount: Amount };
};

/** Nothing when it is a market order and there is no fresh index price to deal near. */
export function sizeOrder(request: OrderRequest, orderContext: OrderContext): SizedOrder | undefined {
  if (request.kind === 'limit') return sizeLimit(request, orderContext);
  const price = freshPrice(orderContext);
  if (price === undefined) return undefined;
  const ticks = edgeOfBand(request.side, price, orderContext);
  return request.side === 'buy'
    ? sizeBudget(request.budget, ticks, orderContext)
    : { ticks, ...sizeSale(request.quantity, price, orderContext.market) };
}

function sizeLimit(request: OrderRequest & { kind: 'limit' }, { market, fees }: OrderContext): SizedOrder {
  const { price, quantity, side } = request;
  const ticks = countOf(price, market.priceTick);
  const sale = sizeSale(quantity, price, market);
  if (side === 'sell') return { ticks, ...sale };
  // Which role each part will have is not known yet, so the dearer rate is asked for.
  const fee = multiply(sale.worth, max(fees.maker, fees.taker), 'up');
  return { ticks, ...sale, pays: { currency: market.quote, amount: add(sale.worth, fee) } };
}

const sizeSale = (quantity: Amount, price: Price, { base, lot }: SpotMarket) => ({
  lots: countOf(quantity, lot),
  units: undefined,
  worth: multiply(quantity, price, 'down'), // Exact at a limit; at the index the last digit decides nothing.
  pays: { currency: base, amount: quantity },
});

function sizeBudget(budget: Amount, ticks: bigint, { market, fees }: OrderContext): SizedOrder {
  const unit = unitOf(market);
  const units = countOf(floorTo(costWithin(budget, fees.taker), unit), unit);
  return { ticks, lots: undefined, units, worth: budget, pays: { currency: market.quote, amount: budget } };
}

/** The largest cost that leaves room for its own fee, rounded up: c + ceil(c × rate) ≤ budget. */
export const costWithin = (budget: Amount, rate: Rate): Amount =>
  divide(max(budget, ZERO), add(ONE as Rate, rate), 'down');

/** The worst price at which a market order deals, if there is a fresh index price to deal near. */
export function worstPrice(side: Side, orderContext: OrderContext): Price | undefined {
  const price = freshPrice(orderContext);
  return price && multiplyByCount(orderContext.market.priceTick, edgeOfBand(side, price, orderContext));
}

function freshPrice({ index, rules }: OrderContext): Price | undefined {
  const isFresh = index !== undefined && isFreshFor('spot', index.ageMs, { ...FRESHNESS, spot: rules.freshMs });
  return isFresh ? index.price : undefined;
}

/** The last tick inside the band: a buyer pays no more, a seller takes no less. */
function edgeOfBand(side: Side, price: Price, { market: { priceTick }, rules: { bandRate } }: OrderContext): bigint {
  const scale = priceTick * ONE;
  const edge =
    side === 'buy'
      ? (price * (ONE + bandRate)) / scale
      : (price * subtract(ONE as Rate, bandRate) + scale - 1n) / scale;
  return edge < 1n ? 1n : edge;
}
