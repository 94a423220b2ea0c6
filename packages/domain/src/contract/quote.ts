import { assert } from '@app/base';
import {
  type Amount,
  add,
  ceilTo,
  divideRounded,
  floorTo,
  max,
  min,
  ONE,
  type Price,
  type Rate,
  subtract,
} from '@app/money';
import type { ContractMarket, PositionSide } from './position.ts';

/** The platform's prices: a user buys at the ask and sells at the bid. */
export type ContractQuote = { readonly bid: Price; readonly ask: Price };

/** Steps of the quote grid in one tick of the index. */
const QUOTE_STEPS = 100n;

/**
 * Returns the step of the quote grid: a hundredth of the tick of the index. A tick may be several basis points of a low
 * price, so that a quote rounded to it would exceed the published spread. Notionals are exact on this grid too.
 */
export function quoteStepOf({ priceTick }: Pick<ContractMarket, 'priceTick'>): Price {
  assert(priceTick % QUOTE_STEPS === 0n, 'a tick has room for the quote grid');
  return divideRounded(priceTick, QUOTE_STEPS, 'down') as Price;
}

/** Quotes around the index, each price rounded to the quote grid away from it: the user never gains by the rounding. */
export function quoteAround(index: Price, market: ContractMarket, spreadRate: Rate): ContractQuote {
  assert(index > 0n && spreadRate < ONE, 'a quote needs a price and a proper spread');
  const step = quoteStepOf(market);
  const spread = divideRounded(index * spreadRate, ONE, 'up') as Price;
  const bid = floorTo(subtract(index, spread), step);
  return { bid: max(bid, step), ask: ceilTo(add(index, spread), step) };
}

/** Returns the price at which a side opens. */
export const openingPrice = (side: PositionSide, { bid, ask }: ContractQuote): Price => (side === 'long' ? ask : bid);

/** Returns the price at which a side closes, by the user's will or by liquidation. */
export const closingPrice = (side: PositionSide, { bid, ask }: ContractQuote): Price => (side === 'long' ? bid : ask);

/** A limit order opens at its limit or better. */
export type LimitOrder = { readonly side: PositionSide; readonly limit: Price };

/**
 * Returns the price at which a limit order opens when it is placed: the opening price, spread included, if that is
 * within its limit. Otherwise undefined, and the order rests, even if the index itself is within the limit.
 */
export function placingPrice({ side, limit }: LimitOrder, quote: ContractQuote): Price | undefined {
  const price = openingPrice(side, quote);
  const isWithin = side === 'long' ? price <= limit : price >= limit;
  return isWithin ? price : undefined;
}

/** A resting order, with the number of the last tick that was sealed before it was placed. */
export type RestingOrder = LimitOrder & { readonly placedAfter: number };

/**
 * Returns the price at which a resting order fills, or undefined while the index has not reached its limit. It is the
 * platform's price and never worse than the limit. A tick sealed before the order was placed fills nothing.
 */
export function limitFillPrice(
  { side, limit, placedAfter }: RestingOrder,
  { tick, index }: { readonly tick: number; readonly index: Price },
  quote: ContractQuote,
): Price | undefined {
  if (tick <= placedAfter) return undefined;
  if (side === 'long') return index <= limit ? min(quote.ask, limit) : undefined;
  return index >= limit ? max(quote.bid, limit) : undefined;
}

/** Worth of one lot at listing, at least; it is below ten times that (decisions, "Contract defaults"). */
const LOT_WORTH_MIN = 10n * ONE;
const MULTIPLIER_MAX = 10n ** 19n * ONE;

/** Returns the base units of one lot for a market listed at a price: the power of ten worth 10 to 100 USDT. */
export function multiplierAt(price: Price): Amount {
  let power = MULTIPLIER_MAX;
  assert(power * price >= LOT_WORTH_MIN * ONE, 'a market is listed at a price');
  while ((power / 10n) * price >= LOT_WORTH_MIN * ONE) power /= 10n;
  return power as Amount;
}
