import { type Decision, ok, refuse } from '@app/base';
import { type Amount, add, divideRounded, formatDecimal, isMultipleOf, multiply, type Price, ZERO } from '@app/money';
import { limitRange } from '../market/index.ts';
import type { ContractRules } from './contract-rules.ts';
import { checkExposure, checkUserNotional, type Exposure, type ExposureRefusal } from './exposure.ts';
import { isLiquidated } from './liquidation-price.ts';
import {
  type ContractMarket,
  type ContractNow,
  LOT_STEP,
  notionalAt,
  type Position,
  type PositionSide,
} from './position.ts';
import { placingPrice, quoteAround } from './quote.ts';

/** What a user orders; one order opens one position. */
export type OpenRequest = { readonly side: PositionSide; readonly lots: Amount; readonly leverage: number };

/** What an opening costs, and what a pending order holds. */
export type OpeningCost = { readonly margin: Amount; readonly fee: Amount };

/** State at the moment a position is opened. */
export type OpenContext = {
  readonly market: ContractMarket;
  readonly rules: ContractRules;
  readonly now: ContractNow;
  readonly exposure: Exposure;
  /** The user's available balance, together with what the pending order holds. */
  readonly available: Amount;
};

type SizeRefusal = 'amount_step_wrong' | 'below_minimum';

export type OpenRefusal =
  | SizeRefusal
  | 'price_step_wrong'
  | 'limit_price_too_far'
  | 'leverage_too_high'
  | ExposureRefusal
  | 'insufficient_balance';

type CostContext = { readonly market: ContractMarket; readonly rules: Pick<ContractRules, 'terms' | 'lotsMin'> };
/** What the figures of an opening come from, before anything is checked. */
type PricedBy = Pick<OpenContext, 'market' | 'now'> & { readonly rules: Pick<ContractRules, 'terms'> };

/** Returns margin and fee of an opening at a price, each rounded up; for a form, before anything else is known. */
export function openingCost(
  request: Pick<OpenRequest, 'lots' | 'leverage'>,
  price: Price,
  costContext: CostContext,
): Decision<OpeningCost, SizeRefusal> {
  return checkSize(request, costContext.rules) ?? ok(costOf(request, price, costContext));
}

function costOf(
  { lots, leverage }: Pick<OpenRequest, 'lots' | 'leverage'>,
  price: Price,
  { market, rules }: Pick<PricedBy, 'market' | 'rules'>,
): OpeningCost {
  const notional = notionalAt({ market, lots }, price);
  return {
    margin: divideRounded(notional, BigInt(leverage), 'up') as Amount,
    fee: multiply(notional, rules.terms.openFeeRate, 'up'),
  };
}

/**
 * Checks an opening at a price and returns the position. The order of the checks is the order of `OpenRefusal` and part
 * of the rule: the first refusal that applies is returned.
 */
export function openPosition(
  request: OpenRequest,
  price: Price,
  openContext: OpenContext,
): Decision<Position, OpenRefusal> {
  return checkSize(request, openContext.rules) ?? openChecked(request, price, openContext);
}

/**
 * Fills a pending order at its fill price, and checks it again: one that may not be opened any more is cancelled. A short
 * that fills above its limit needs more than it held; if the user has no more, it fills at its limit, which is funded.
 * The user's notional is that of the limit, as when it was placed, so that a better price refuses nobody.
 */
export function fillPending(
  request: OpenRequest,
  { limit, price }: { readonly limit: Price; readonly price: Price },
  openContext: OpenContext,
): Decision<Position, OpenRefusal> {
  const wrong = checkSize(request, openContext.rules);
  if (wrong !== undefined) return wrong;
  const better = openChecked(request, price, openContext, limit);
  const isTooDear = !better.ok && better.code === 'insufficient_balance' && price !== limit;
  return isTooDear ? openChecked(request, limit, openContext, limit) : better;
}

/** Opens a request of proper size; `valuedAt` is the price of the notional that counts for the user. */
function openChecked(
  request: OpenRequest,
  price: Price,
  openContext: OpenContext,
  valuedAt = openContext.now.index,
): Decision<Position, OpenRefusal> {
  const { rules, now, exposure, available } = openContext;
  const tooHigh = checkLeverage(request, price, openContext);
  if (tooHigh !== undefined) return tooHigh;
  const position = positionAt(request, price, openContext);
  const own = checkUserNotional(notionalAt(position, valuedAt), exposure, rules);
  if (!own.ok) return own;
  const limited = checkExposure(position, now.index, { exposure, limits: rules });
  if (!limited.ok) return limited;
  return checkFunds(position, available) ?? ok(position);
}

/** A limit order either opens at once, or rests and holds margin and fee at its limit. */
export type PlacedLimit =
  | { readonly kind: 'opened'; readonly position: Position }
  | { readonly kind: 'resting'; readonly held: OpeningCost };

/**
 * Places a limit order. If the opening price is within the limit, it opens there like a market order. Otherwise it rests
 * and fills from a later tick; the platform's exposure is checked when it fills. Checks are in the order of `OpenRefusal`.
 */
export function placeLimit(
  request: OpenRequest,
  limit: Price,
  openContext: OpenContext,
): Decision<PlacedLimit, OpenRefusal> {
  const { market, rules, now, exposure, available } = openContext;
  const early = checkSize(request, rules) ?? checkLimit(limit, openContext);
  if (early !== undefined) return early;
  const price = placingPrice({ side: request.side, limit }, quoteAround(now.index, market, rules.spreadRate));
  if (price !== undefined) {
    const opened = openChecked(request, price, openContext);
    return opened.ok ? ok({ kind: 'opened', position: opened.value }) : opened;
  }
  const tooHigh = checkLeverage(request, limit, { ...openContext, now: { ...now, index: limit } });
  if (tooHigh !== undefined) return tooHigh;
  const position = positionAt(request, limit, openContext);
  const own = checkUserNotional(notionalAt(position, limit), exposure, rules);
  if (!own.ok) return own;
  const held = { margin: position.margin, fee: position.openFee };
  return checkFunds(position, available) ?? ok({ kind: 'resting', held });
}

/** Returns the position that an order opens at a price, before any check; for a form. */
export function positionAt(request: OpenRequest, price: Price, openContext: PricedBy): Position {
  const { margin, fee } = costOf(request, price, openContext);
  return {
    side: request.side,
    market: openContext.market,
    lots: request.lots,
    entry: price,
    leverage: request.leverage,
    margin,
    openFee: fee,
    overnightSince: openContext.now.overnightIndex,
    overnightCharged: ZERO,
    terms: openContext.rules.terms,
  };
}

type Refused<Code extends OpenRefusal> = Extract<Decision<never, Code>, { ok: false }>;

/** Checks what a user typed: lots on their step and enough of them, and a whole leverage from one up. */
function checkSize(
  { lots, leverage }: Pick<OpenRequest, 'lots' | 'leverage'>,
  { lotsMin }: Pick<ContractRules, 'lotsMin'>,
): Refused<SizeRefusal> | undefined {
  if (!isMultipleOf(lots, LOT_STEP)) return refuse('amount_step_wrong', { step: formatDecimal(LOT_STEP) });
  if (!Number.isInteger(leverage)) return refuse('amount_step_wrong', { step: '1' });
  if (lots < lotsMin) return refuse('below_minimum', { minimum: formatDecimal(lotsMin) });
  return leverage < 1 ? refuse('below_minimum', { minimum: '1' }) : undefined;
}

/** A limit far from the index price is a typing error, or a trap for a later one. */
function checkLimit(
  limit: Price,
  { market, rules, now }: OpenContext,
): Refused<'price_step_wrong' | 'limit_price_too_far'> | undefined {
  if (limit <= 0n || !isMultipleOf(limit, market.priceTick))
    return refuse('price_step_wrong', { step: formatDecimal(market.priceTick) });
  const { lowest, highest } = limitRange(now.index, market, rules);
  return limit >= lowest && limit <= highest
    ? undefined
    : refuse('limit_price_too_far', { lowest: formatDecimal(lowest), highest: formatDecimal(highest) });
}

/**
 * Checks the leverage. A tier or the spread may ask for more than it leaves: such a position would be liquidated at once.
 * The refusal names the highest leverage that passes both, or zero if none does.
 */
function checkLeverage(
  request: OpenRequest,
  price: Price,
  openContext: OpenContext,
): Refused<'leverage_too_high'> | undefined {
  const { leverageMax } = openContext.rules;
  const passes = (leverage: number) =>
    leverage <= leverageMax && !isLiquidated(positionAt({ ...request, leverage }, price, openContext), openContext.now);
  if (passes(request.leverage)) return undefined;
  let maximum = Math.min(request.leverage, leverageMax); // Margin falls with leverage, so all above fail too.
  while (maximum > 0 && !passes(maximum)) maximum -= 1;
  return refuse('leverage_too_high', { maximum: String(maximum) });
}

const checkFunds = ({ margin, openFee }: Position, available: Amount): Refused<'insufficient_balance'> | undefined =>
  add(margin, openFee) <= available ? undefined : refuse('insufficient_balance');
