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
import type { IndexNow, OrderContext, OrderRequest, Side, SpotMarket } from './order.ts';
import type { SpotRules } from './spot-rules.ts';
import { unitOf } from './units.ts';

/** Size of an order, in counts that may still exceed what the order book supports. */
export type SizedOrder = {
  /** Worst price it accepts. */
  readonly ticks: bigint;
  /** Undefined when it buys for a budget; then `units` is the budget in units of one tick times one lot. */
  readonly lots: bigint | undefined;
  readonly units: bigint | undefined;
  /** Value compared with the minimum and the maximum, in the quote currency. */
  readonly worth: Amount;
  /** Balance required at placement: no sequence of fills takes more. */
  readonly pays: { readonly currency: string; readonly amount: Amount };
};

/** Sizes an order. Returns undefined for a market order without a fresh index price. */
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
  // Whether each part will be maker or taker is not known yet, so the higher rate applies.
  const fee = multiply(sale.worth, max(fees.maker, fees.taker), 'up');
  return { ticks, ...sale, pays: { currency: market.quote, amount: add(sale.worth, fee) } };
}

const sizeSale = (quantity: Amount, price: Price, { base, lot }: SpotMarket) => ({
  lots: countOf(quantity, lot),
  units: undefined,
  worth: multiply(quantity, price, 'down'), // Exact at a limit; at the index price the last digit is irrelevant.
  pays: { currency: base, amount: quantity },
});

function sizeBudget(budget: Amount, ticks: bigint, { market, fees }: OrderContext): SizedOrder {
  const unit = unitOf(market);
  const units = countOf(floorTo(costWithin(budget, fees.taker), unit), unit);
  return { ticks, lots: undefined, units, worth: budget, pays: { currency: market.quote, amount: budget } };
}

/** Returns the largest cost that fits a budget with its own fee, rounded up: c + ceil(c × rate) ≤ budget. */
export const costWithin = (budget: Amount, rate: Rate): Amount =>
  divide(max(budget, ZERO), add(ONE as Rate, rate), 'down');

/** Returns the worst price at which a market order may fill, or undefined without a fresh index price. */
export function worstPrice(side: Side, orderContext: OrderContext): Price | undefined {
  const price = freshPrice(orderContext);
  return price && multiplyByCount(orderContext.market.priceTick, edgeOfBand(side, price, orderContext));
}

function freshPrice({ index, rules }: OrderContext): Price | undefined {
  return index !== undefined && isFreshIndex(index, rules) ? index.price : undefined;
}

export const isFreshIndex = ({ ageMs }: IndexNow, { freshMs }: SpotRules): boolean =>
  isFreshFor('spot', ageMs, { ...FRESHNESS, spot: freshMs });

/** Returns the first and last price, on the market's grid, at which a limit order is accepted. */
export function limitRange(
  price: Price,
  { priceTick }: Pick<SpotMarket, 'priceTick'>,
  { limitBandRate }: SpotRules,
): { readonly lowest: Price; readonly highest: Price } {
  const scale = priceTick * ONE;
  const lowest = (price * subtract(ONE as Rate, limitBandRate) + scale - 1n) / scale;
  const highest = (price * (ONE + limitBandRate)) / scale;
  return {
    lowest: multiplyByCount(priceTick, lowest < 1n ? 1n : lowest),
    highest: multiplyByCount(priceTick, highest),
  };
}

/** Returns the last tick inside the price band: a buyer pays no more, a seller receives no less. */
function edgeOfBand(side: Side, price: Price, { market: { priceTick }, rules: { bandRate } }: OrderContext): bigint {
  const scale = priceTick * ONE;
  const edge =
    side === 'buy'
      ? (price * (ONE + bandRate)) / scale
      : (price * subtract(ONE as Rate, bandRate) + scale - 1n) / scale;
  return edge < 1n ? 1n : edge;
}
