import {
  type Amount,
  add,
  divideRounded,
  max,
  min,
  multiplyByCount,
  ONE,
  type Price,
  type Rate,
  type Rounding,
  subtract,
  ZERO,
} from '@app/money';
import { tierAt, tierLines } from './maintenance.ts';
import { marginAfterNights } from './overnight.ts';
import { type ContractNow, notionalAt, type Position, sizeOf } from './position.ts';
import { equityAt } from './position-figures.ts';

/**
 * Returns whether a position is liquidated at an index price: margin and unrealised result do not exceed maintenance
 * margin and closing fee. Compared at thirty-six places, so nothing is rounded.
 */
export function isLiquidated(position: Position, now: ContractNow): boolean {
  const { tiers, closeFeeRate } = position.terms;
  const notional = notionalAt(position, now.index);
  const { rate, deduction } = tierAt(tiers, notional);
  return equityAt(position, now) * ONE <= notional * add(rate, closeFeeRate) - deduction * ONE;
}

/**
 * Returns the last price of the market's grid at which a position is liquidated: a tick better it is not. The exact
 * price is rounded away from the entry, down for a long and up for a short. Undefined if no price liquidates it.
 *
 * The maintenance margin is the highest of the tiers' lines, so the first line that is reached decides.
 */
export function liquidationPrice(position: Position, overnightIndex: Price): Price | undefined {
  const { tiers, closeFeeRate } = position.terms;
  const isLong = position.side === 'long';
  const prices = tierLines(tiers).map(({ rate, deduction }) =>
    breakEven(position, overnightIndex, { rate: add(rate, closeFeeRate), deduction }, isLong ? 'down' : 'up'),
  );
  const first = prices.reduce((one, other) => (isLong ? max(one, other) : min(one, other)));
  // A short that overnight fees made bankrupt is liquidated at every price.
  if (!isLong) return max(first, position.market.priceTick);
  return first > 0n ? first : undefined;
}

/**
 * Returns the last price at which closing uses no more than the margin: loss, overnight fees and closing fee. It is
 * rounded towards the entry, so that closing there never costs the insurance fund anything. Undefined if there is no
 * such price: a long with more margin than its cost never gets there.
 */
export function bankruptcyPrice(position: Position, overnightIndex: Price): Price | undefined {
  const line = { rate: position.terms.closeFeeRate, deduction: ZERO };
  const price = breakEven(position, overnightIndex, line, position.side === 'long' ? 'up' : 'down');
  return price > 0n ? price : undefined;
}

/** What must be left at a price: a share of the notional, less a fixed amount. */
type Line = { readonly rate: Rate; readonly deduction: Amount };

/**
 * Solves margin + result = notional × rate − deduction for the price, on the market's grid; zero if there is none.
 * Long: (cost − margin − deduction) / (size × (1 − rate)). Short: (cost + margin + deduction) / (size × (1 + rate)).
 */
function breakEven(position: Position, overnightIndex: Price, { rate, deduction }: Line, rounding: Rounding): Price {
  const { side, market } = position;
  const cost = notionalAt(position, position.entry);
  const reserve = add(marginAfterNights(position, overnightIndex), deduction);
  const value = side === 'long' ? subtract(cost, reserve) : add(cost, reserve);
  if (value <= 0n) return multiplyByCount(market.priceTick, 0);
  const factor = side === 'long' ? subtract(ONE as Rate, rate) : add(ONE as Rate, rate);
  const ticks = divideRounded(value * ONE * ONE, sizeOf(position) * factor * market.priceTick, rounding);
  return multiplyByCount(market.priceTick, ticks);
}
