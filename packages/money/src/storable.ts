import { assert } from '@app/base';
import type { Decimal } from './kinds.ts';

/** Largest magnitude numeric(38, 18) holds: twenty digits before the point and eighteen after. */
export const LARGEST_MAGNITUDE = 10n ** 38n - 1n;

/** Returns whether the database can hold the value. Arithmetic is not clamped, so a result may be out of range. */
export const isStorable = (value: bigint): boolean => value <= LARGEST_MAGNITUDE && value >= -LARGEST_MAGNITUDE;

/**
 * Asserts that a computed value can be stored; call it before storing, so that the defect is reported here and not by a
 * driver.
 */
export function assertStorable(value: Decimal): void {
  assert(isStorable(value), 'the value fits numeric(38, 18)');
}
