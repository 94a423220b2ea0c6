import { assert } from '@app/base';
import { divideRounded } from './divide-rounded.ts';
import { type Amount, type ExactFee, ONE, type Rate } from './kinds.ts';

/** Accrued fee of an order before its first fill. */
export const NO_FEE = 0n as ExactFee; // The brand's only literal: every other exact fee is computed or read back.

/** Returns the unrounded fee of one fill, to be added to the order's exact fee so far. */
export function exactProduct(amount: Amount, rate: Rate): ExactFee {
  assert(amount >= 0n && rate >= 0n, 'a fee is not negative');
  return (amount * rate) as ExactFee;
}

/**
 * Rounds an exact fee up. Applied to the order's running total and never to one fill, it makes an order cost the same
 * however it is split into fills, and several orders never cheaper than one.
 */
export function ceilToAmount(exact: ExactFee): Amount {
  return divideRounded(exact, ONE, 'up') as Amount;
}
