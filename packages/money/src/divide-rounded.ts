import { assert } from '@app/base';
import type { Rounding } from './kinds.ts';

/** The one place where a digit is dropped. Signs are refused, because up and down mean two things below zero. */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  assert(numerator >= 0n, 'only non-negative numbers are rounded');
  assert(denominator > 0n, 'the divisor is positive');
  return rounding === 'up' ? (numerator + denominator - 1n) / denominator : numerator / denominator;
}
