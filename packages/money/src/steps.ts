import { assert } from '@app/base';
import { divideRounded } from './divide-rounded.ts';
import type { Decimal } from './kinds.ts';

/** Returns the largest multiple of the lot or tick that does not exceed the value: never more than the user has. */
export function floorTo<Kind extends Decimal>(value: Kind, step: NoInfer<Kind>): Kind {
  return (divideRounded(value, step, 'down') * step) as Kind;
}

/** Returns the smallest multiple of the lot or tick that covers the value. */
export function ceilTo<Kind extends Decimal>(value: Kind, step: NoInfer<Kind>): Kind {
  return (divideRounded(value, step, 'up') * step) as Kind;
}

/** Returns whether a value is on the market's grid, positive or negative. */
export function isMultipleOf<Kind extends Decimal>(value: Kind, step: NoInfer<Kind>): boolean {
  assert(step > 0n, 'a step is positive');
  return (value as bigint) % step === 0n; // Widened: the compiler infers number for a remainder of generic bigints.
}

/**
 * Multiplies by a count; exact, so there is nothing to round: lots to an amount, ticks to a price, days to interest.
 */
export function multiplyByCount<Kind extends Decimal>(value: Kind, count: bigint | number): Kind {
  assert(typeof count === 'bigint' || Number.isSafeInteger(count), 'a count is a whole number');
  assert(count >= 0, 'a count is not negative');
  return (value * BigInt(count)) as Kind;
}

/** Inverts multiplyByCount. A value off the grid is a defect here: rules refuse it with isMultipleOf first. */
export function countOf<Kind extends Decimal>(value: Kind, step: NoInfer<Kind>): bigint {
  assert(value >= 0n && isMultipleOf<Kind>(value, step), 'the value lies on the grid');
  return divideRounded(value, step, 'down');
}
