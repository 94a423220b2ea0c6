import {
  type Amount,
  add,
  ceilTo,
  countOf,
  divide,
  floorTo,
  max,
  min,
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
  /** Undefined when it buys for a budget; otherwise the most it trades. */
  readonly lots: bigint | undefined;
  /** Budget of a buy, or gross proceeds of a sale, in units of one tick times one lot. */
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
  if ('budget' in request) return sizeBudget(request.budget, ticks, orderContext);
  if ('proceeds' in request) return sizeProceeds(request.proceeds, { ticks, price }, orderContext);
  return { ticks, ...sizeSale(request.quantity, price, orderContext.market) };
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

/**
 * Sizes a sale for proceeds. It may sell the lots that it would need at the edge of its price band, as far as the seller
 * has them; a seller who has too few even at the index price is short.
 */
function sizeProceeds(
  proceeds: Amount,
  { ticks, price }: { readonly ticks: bigint; readonly price: Price },
  { market, fees, available }: OrderContext,
): SizedOrder {
  const unit = unitOf(market);
  const gross = grossOf(proceeds, fees.taker);
  const units = countOf(ceilTo(gross, unit), unit);
  const atIndex = ceilTo(divide(gross, price, 'up'), market.lot);
  const atEdge = multiplyByCount(market.lot, (units + ticks - 1n) / ticks);
  const owned = floorTo(max(available.base, ZERO), market.lot);
  const quantity = max(min(atEdge, owned), atIndex);
  const pays = { currency: market.base, amount: quantity };
  return { ticks, lots: countOf(quantity, market.lot), units, worth: proceeds, pays };
}

/** Returns the smallest cost that leaves these proceeds after its own fee, rounded up: c − ceil(c × rate) ≥ proceeds. */
export const grossOf = (proceeds: Amount, rate: Rate): Amount =>
  divide(max(proceeds, ZERO), subtract(ONE as Rate, rate), 'up');

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

/** Returns the last tick inside the price band: a buyer pays no more, a seller receives no less. */
function edgeOfBand(side: Side, price: Price, { market: { priceTick }, rules: { bandRate } }: OrderContext): bigint {
  const scale = priceTick * ONE;
  const edge =
    side === 'buy'
      ? (price * (ONE + bandRate)) / scale
      : (price * subtract(ONE as Rate, bandRate) + scale - 1n) / scale;
  return edge < 1n ? 1n : edge;
}
