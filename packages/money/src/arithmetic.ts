import { assert } from '@app/base';
import { divideRounded } from './divide-rounded.ts';
import { type Amount, type Decimal, ONE, type Price, type Rate, type Rounding } from './kinds.ts';

/**
 * Multiplies with explicit rounding; there is no default, because which side gains the last digit is the caller's
 * business decision.
 */
export function multiply(amount: Amount, factor: Price | Rate, rounding: Rounding): Amount {
  assert(amount >= 0n && factor >= 0n, 'only non-negative amounts are multiplied, by non-negative factors');
  return divideRounded(amount * factor, ONE, rounding) as Amount;
}

/** Inverts multiply up to one unit: the base quantity a quote amount buys, or the amount a charge was taken from. */
export function divide(amount: Amount, factor: Price | Rate, rounding: Rounding): Amount {
  assert(amount >= 0n && factor > 0n, 'only non-negative amounts are divided, by positive factors');
  return divideRounded(amount * ONE, factor, rounding) as Amount;
}

/** Returns the part as a share of the whole. Both have the same kind, so that the unit cancels out. */
export function ratio<Kind extends Decimal>(part: Kind, whole: NoInfer<Kind>, rounding: Rounding): Rate {
  assert(part >= 0n && whole > 0n, 'a share is non-negative, and of something');
  return divideRounded(part * ONE, whole, rounding) as Rate;
}
