import { type Decision, ok, refuse } from '@app/base';
import { type Amount, type Decimal, formatDecimal, isMultipleOf, min, multiplyByCount } from '@app/money';
import { limitRange } from '../market/index.ts';
import type { OrderContext, OrderRequest, SpotMarket } from './order.ts';
import { isFreshIndex, type SizedOrder, sizeOrder } from './size-order.ts';
import { unitOf } from './units.ts';

/** A checked order as the order book takes it, in safe integers. */
export type CheckedOrder = {
  /** Worst price it accepts; for a market order, the edge of the price band. */
  readonly limitTicks: number;
  /** Unbounded when it buys for a budget; otherwise the most it trades. */
  readonly lots: number;
  /** Budget of a market buy, or gross proceeds of a market sale, in units of one tick times one lot. */
  readonly quoteUnits: number | undefined;
  /** Balance required at placement: no sequence of fills takes more. */
  readonly pays: { readonly currency: string; readonly amount: Amount };
};

export type PlaceRefusal =
  | 'market_closed'
  | 'price_simulated'
  | 'no_live_price'
  | 'price_step_wrong'
  | 'amount_step_wrong'
  | 'price_stale'
  | 'limit_price_too_far'
  | 'below_minimum'
  | 'above_maximum'
  | 'too_many_orders'
  | 'insufficient_balance';

type Refused = Extract<Decision<never, PlaceRefusal>, { ok: false }>;

const COUNT_MAX = Number.MAX_SAFE_INTEGER;

/**
 * Checks whether an order may be placed. The order of the checks is the order of `PlaceRefusal` and part of the rule:
 * the first refusal that applies is returned.
 */
export function checkOrder(request: OrderRequest, orderContext: OrderContext): Decision<CheckedOrder, PlaceRefusal> {
  const early = checkMarket(orderContext) ?? checkSteps(request, orderContext.market);
  if (early !== undefined) return early;
  const order = sizeOrder(request, orderContext);
  if (order === undefined) return refuse('price_stale');
  const late =
    checkLimit(request, orderContext) ??
    checkSize(order, orderContext) ??
    checkRoom(request, orderContext) ??
    checkBalance(order, orderContext);
  return late ?? ok(countsOf(order));
}

function checkMarket({ isHalted, rules, mode, index }: OrderContext): Refused | undefined {
  if (isHalted || !rules.isOn) return refuse('market_closed');
  if (mode === 'demo') return undefined;
  // Real money never trades at simulated prices, nor where no live price shows what it trades for.
  if (index?.isSimulated === true) return refuse('price_simulated');
  return index === undefined || !isFreshIndex(index, rules) ? refuse('no_live_price') : undefined;
}

function checkSteps(request: OrderRequest, { priceTick, lot }: SpotMarket): Refused | undefined {
  if (request.kind === 'limit' && !isOnGrid(request.price, priceTick))
    return refuse('price_step_wrong', { step: formatDecimal(priceTick) });
  if ('quantity' in request && !isOnGrid(request.quantity, lot))
    return refuse('amount_step_wrong', { step: formatDecimal(lot) });
  return undefined;
}

const isOnGrid = <Kind extends Decimal>(value: Kind, step: NoInfer<Kind>) => value > 0n && isMultipleOf(value, step);

/** A limit far from the index price is a typing error, or a trap for a later one. Demo orders may rest without one. */
function checkLimit(request: OrderRequest, { index, rules, market }: OrderContext): Refused | undefined {
  if (request.kind !== 'limit' || index === undefined) return undefined;
  const { lowest, highest } = limitRange(index.price, market, rules);
  const isWithin = request.price >= lowest && request.price <= highest;
  return isWithin
    ? undefined
    : refuse('limit_price_too_far', { lowest: formatDecimal(lowest), highest: formatDecimal(highest) });
}

function checkSize(order: SizedOrder, { market, rules }: OrderContext): Refused | undefined {
  const { orderMin, orderMax } = rules;
  if (order.worth < orderMin) return refuse('below_minimum', { minimum: formatDecimal(orderMin) });
  const maximum = min(orderMax, multiplyByCount(unitOf(market), COUNT_MAX));
  const isTooMuch = order.worth > maximum || !isCountable(order);
  return isTooMuch ? refuse('above_maximum', { maximum: formatDecimal(maximum) }) : undefined;
}

/** Returns whether the order fits the plain numbers of the order book; beyond the safe integers they lose precision. */
const isCountable = ({ ticks, lots = 0n, units = 0n }: SizedOrder) =>
  ticks <= COUNT_MAX && lots <= COUNT_MAX && units <= COUNT_MAX;

function checkRoom(request: OrderRequest, { openOrders, rules: { openOrdersMax } }: OrderContext): Refused | undefined {
  const mayRest = request.kind === 'limit' && request.force !== 'ioc';
  return mayRest && openOrders >= openOrdersMax
    ? refuse('too_many_orders', { maximum: String(openOrdersMax) })
    : undefined;
}

function checkBalance({ pays }: SizedOrder, { market, available }: OrderContext): Refused | undefined {
  const own = pays.currency === market.base ? available.base : available.quote;
  return pays.amount <= own ? undefined : refuse('insufficient_balance');
}

const countsOf = ({ ticks, lots, units, pays }: SizedOrder): CheckedOrder => ({
  limitTicks: Number(ticks), // tidy: not money
  lots: lots === undefined ? COUNT_MAX : Number(lots), // tidy: not money
  quoteUnits: units === undefined ? undefined : Number(units), // tidy: not money
  pays,
});
