import { assert } from '@app/base';
import type { Rounding } from './kinds.ts';

/**
 * Divides with explicit rounding; the only function that drops a digit. Refuses negative operands, because up and down
 * are ambiguous below zero.
 */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  assert(numerator >= 0n, 'only non-negative numbers are rounded');
  assert(denominator > 0n, 'the divisor is positive');
  return rounding === 'up' ? (numerator + denominator - 1n) / denominator : numerator / denominator;
}
