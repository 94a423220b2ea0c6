import { assert } from '@app/base';
import type { Decimal } from './kinds.ts';

/** Twenty digits before the point and eighteen after: the most that numeric(38, 18) holds. */
export const LARGEST_MAGNITUDE = 10n ** 38n - 1n;

/** Whether the database can hold the value. Arithmetic is not clamped, so a result may lie outside. */
export const isStorable = (value: bigint): boolean => value <= LARGEST_MAGNITUDE && value >= -LARGEST_MAGNITUDE;

/** To be called before a computed value is stored, so that the defect is named here and not by a driver. */
export function assertStorable(value: Decimal): void {
  assert(isStorable(value), 'the value fits numeric(38, 18)');
}
