import { AMOUNT_PLACES_MAX } from '@app/domain/checks';
import { type Amount, formatPlaces, multiply, ONE, type Rate } from '@app/money';

/** A percentage of what is there, as text for a field: cut, never more than there is. */
export function partOf(available: Amount, percent: number): string {
  const part = multiply(available, ((BigInt(percent) * ONE) / 100n) as Rate, 'down');
  return part === 0n ? '' : formatPlaces(part, AMOUNT_PLACES_MAX, 'down').replace(/\.?0+$/, '');
}
