import {
  type Amount,
  add,
  divideRounded,
  max,
  min,
  multiply,
  ONE,
  type Price,
  type Rate,
  subtract,
  ZERO,
} from '@app/money';
import { type Position, sizeOf } from './position.ts';

/**
 * Returns the overnight index after one more night: the index price at 00:00 UTC times the market's rate is added, for
 * one base unit. Rounded up to eighteen places; rates have at most eight, so prices of at most ten lose nothing.
 */
export const nextOvernightIndex = (overnightIndex: Price, priceAtMidnight: Price, rate: Rate): Price =>
  add(overnightIndex, divideRounded(priceAtMidnight * rate, ONE, 'up') as Price);

const NO_NIGHTS = 0n as Price;

/**
 * Returns the overnight fee that is due and not charged yet. It is rounded up once over all nights, so it costs the same
 * whether nights are charged one by one or together. A night from before the opening is not due. A part that is being
 * closed may have one unit charged in advance.
 */
export function unpaidOvernight(position: Position, overnightIndex: Price): Amount {
  const nights = max(subtract(overnightIndex, position.overnightSince), NO_NIGHTS);
  const accrued = multiply(sizeOf(position), nights, 'up');
  return max(subtract(accrued, position.overnightCharged), ZERO);
}

/** Returns the margin after overnight fees that are due. Negative if nights used it up, which profit then pays for. */
export const marginAfterNights = (position: Position, overnightIndex: Price): Amount =>
  subtract(position.margin, unpaidOvernight(position, overnightIndex));

/**
 * Charges a position for the nights up to an overnight index, as far as its margin reaches; the rest stays due and is
 * paid when the position ends.
 */
export function chargeOvernight(
  position: Position,
  overnightIndex: Price,
): { readonly charge: Amount; readonly position: Position } {
  const charge = min(unpaidOvernight(position, overnightIndex), position.margin);
  return {
    charge,
    position: {
      ...position,
      margin: subtract(position.margin, charge),
      overnightCharged: add(position.overnightCharged, charge),
    },
  };
}
