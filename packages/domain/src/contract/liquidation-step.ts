import { assert } from '@app/base';
import { type Amount, floorTo, multiply, ONE, type Price, subtract, sum, ZERO } from '@app/money';
import type { ContractRules } from './contract-rules.ts';
import { isLiquidated } from './liquidation-price.ts';
import { maintenanceMargin } from './maintenance.ts';
import { type ContractMarket, type ContractNow, LOT_STEP, notionalAt, type Position } from './position.ts';
import { equityAt } from './position-figures.ts';
import { type ContractQuote, closingPrice } from './quote.ts';
import { cutOff, type SplitPosition } from './settle-position.ts';

/** Positions in the first two tiers close whole. */
const FIRST_REDUCED_TIER = 2;

export type LiquidationRules = Pick<ContractRules, 'liquidationBufferRate' | 'liquidationWholeBelow'>;

/**
 * Returns what one tick liquidates of a position, and the rest that stays open. A large position is reduced to the upper
 * end of the next lower tier, whose maintenance margin is a smaller share; to a lower one if the rest would have less than
 * maintenance margin, closing fee and a buffer there. It closes whole if no tier is low enough, or if so little would be
 * left that it is not worth keeping. A position that is not at its liquidation price is a defect.
 */
export function liquidationStep(
  position: Position,
  now: ContractNow,
  quote: ContractQuote,
  rules: LiquidationRules,
): SplitPosition {
  assert(isLiquidated(position, now), 'only a position at its liquidation price is liquidated');
  const { tiers, liquidationFeeRate } = position.terms;
  const exit = { price: closingPrice(position.side, quote), overnightIndex: now.overnightIndex, liquidationFeeRate };
  const passed = tiers.filter(({ above }) => above > ZERO && notionalAt(position, now.index) > above);
  // Each tier ends where the next one begins.
  const ends = passed.length < FIRST_REDUCED_TIER ? [] : passed.reverse();
  for (const { above } of ends) {
    const lots = lotsUpTo(above, position.market, now.index);
    const notional = notionalAt({ market: position.market, lots }, now.index);
    if (notional < rules.liquidationWholeBelow) break;
    const split = cutOff(position, subtract(position.lots, lots), exit);
    if (isSound(split.rest, now, rules)) return split;
  }
  return { part: position, rest: undefined };
}

/** Returns the most lots whose notional is not above an amount. */
const lotsUpTo = (notional: Amount, { multiplier }: ContractMarket, index: Price): Amount =>
  floorTo(((notional * ONE * ONE) / (multiplier * index)) as Amount, LOT_STEP);

function isSound(rest: Position, now: ContractNow, { liquidationBufferRate }: LiquidationRules): boolean {
  const { tiers, closeFeeRate } = rest.terms;
  const notional = notionalAt(rest, now.index);
  const needed = sum([
    maintenanceMargin(tiers, notional),
    multiply(notional, closeFeeRate, 'up'),
    multiply(notional, liquidationBufferRate, 'up'),
  ]);
  return equityAt(rest, now) >= needed;
}
