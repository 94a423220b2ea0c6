import { type Decision, ok, refuse } from '@app/base';
import {
  type Amount,
  absolute,
  add,
  ceilTo,
  divideRounded,
  floorTo,
  formatDecimal,
  max,
  multiply,
  negate,
  ONE,
  type Price,
  type Rate,
  subtract,
  ZERO,
} from '@app/money';
import { maintenanceMargin } from './maintenance.ts';
import { notionalAt, notionalOf, type Position, sizeOf } from './position.ts';

/** What settling a position after a move of the index would cost the platform: negative if it gains. */
export type StressCost = { readonly rise: Amount; readonly fall: Amount };

/** Open positions and pending orders of one market, at the index price of now. */
export type Exposure = {
  /** Notional of the user's positions and pending orders; longs and shorts add up. */
  readonly ofUser: Amount;
  /** Notional of all users' longs less that of their shorts. */
  readonly net: Amount;
  /** Sum of `stressCost` over all positions. */
  readonly stress: StressCost;
  /** The platform's capital funded for this market. */
  readonly capital: Amount;
};

export type ExposureLimits = {
  readonly userNotionalMax: Amount;
  readonly netExposureMax: Amount;
  /** Size of the sudden move. */
  readonly stressRate: Rate;
};

/**
 * Returns a position's part of the cost of a move. A move takes many ticks, and a loser is liquidated on the way, while
 * maintenance margin and closing fee are left: losers pay for winners only up to that, taken at the larger notional of
 * both ends of the move. Prices are rounded to the tick outwards.
 */
export function stressCost(position: Position, index: Price, stressRate: Rate): StressCost {
  const { side, market, entry, margin, terms } = position;
  const { priceTick } = market;
  const move = divideRounded(index * stressRate, ONE, 'up') as Price;
  // Each once: a load counts a million positions.
  const size = sizeOf(position);
  const atEntry = notionalOf(size, entry);
  const atIndex = notionalOf(size, index);
  const costAt = (price: Price) => {
    const atPrice = notionalOf(size, price);
    const notional = max(atIndex, atPrice);
    const kept = add(maintenanceMargin(terms.tiers, notional), multiply(notional, terms.closeFeeRate, 'up'));
    const result = side === 'long' ? subtract(atPrice, atEntry) : subtract(atEntry, atPrice);
    return max(result, negate(max(subtract(margin, kept), ZERO)));
  };
  return {
    rise: costAt(ceilTo(add(index, move), priceTick)),
    fall: costAt(floorTo(subtract(index, move), priceTick)),
  };
}

export type ExposureRefusal = 'above_maximum' | 'exposure_exhausted';

/** Checks the notional that a user has in the market, together with a further one. */
export function checkUserNotional(
  notional: Amount,
  { ofUser }: Pick<Exposure, 'ofUser'>,
  { userNotionalMax }: ExposureLimits,
): Decision<true, 'above_maximum'> {
  const isWithin = add(ofUser, notional) <= userNotionalMax;
  return isWithin ? ok(true) : refuse('above_maximum', { maximum: formatDecimal(userNotionalMax) });
}

/**
 * Checks a new position against the limits of the platform: its net exposure, and its capital after a move. An opening
 * that makes neither worse passes.
 */
export function checkExposure(
  position: Position,
  index: Price,
  { exposure, limits }: { readonly exposure: Exposure; readonly limits: ExposureLimits },
): Decision<true, 'exposure_exhausted'> {
  const notional = notionalAt(position, index);
  const net = absolute(add(exposure.net, position.side === 'long' ? notional : negate(notional)));
  if (net > limits.netExposureMax && net > absolute(exposure.net)) return refuse('exposure_exhausted');
  const added = stressCost(position, index, limits.stressRate);
  const isCovered = (cost: Amount, before: Amount) => cost <= 0n || add(before, cost) <= exposure.capital;
  const isFunded = isCovered(added.rise, exposure.stress.rise) && isCovered(added.fall, exposure.stress.fall);
  return isFunded ? ok(true) : refuse('exposure_exhausted');
}
