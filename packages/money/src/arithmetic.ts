import { assert } from '@app/base';
import { divideRounded } from './divide-rounded.ts';
import { type Amount, type Decimal, ONE, type Price, type Rate, type Rounding } from './kinds.ts';

/** No default rounding: who gains the last digit is a business decision, made by the caller. */
export function multiply(amount: Amount, factor: Price | Rate, rounding: Rounding): Amount {
  assert(amount >= 0n && factor >= 0n, 'only non-negative amounts are multiplied, by non-negative factors');
  return divideRounded(amount * factor, ONE, rounding) as Amount;
}

/** Undoes multiply up to one unit: how much base a quote amount buys, or what a charge was taken from. */
export function divide(amount: Amount, factor: Price | Rate, rounding: Rounding): Amount {
  assert(amount >= 0n && factor > 0n, 'only non-negative amounts are divided, by positive factors');
  return divideRounded(amount * ONE, factor, rounding) as Amount;
}

/** What share of the whole the part is. Two of a kind, so that the unit cancels out. */
export function ratio<Kind extends Decimal>(part: Kind, whole: NoInfer<Kind>, rounding: Rounding): Rate {
  assert(part >= 0n && whole > 0n, 'a share is non-negative, and of something');
  return divideRounded(part * ONE, whole, rounding) as Rate;
}
