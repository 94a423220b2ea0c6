import { AMOUNT_PLACES_MAX } from '@app/domain/checks';
import { type Amount, formatPlaces, multiply, ONE, type Rate } from '@app/money';

/** Returns a percentage of the balance as field text, rounded down so it never exceeds the balance. */
export function partOf(available: Amount, percent: number): string {
  const part = multiply(available, ((BigInt(percent) * ONE) / 100n) as Rate, 'down');
  return part === 0n ? '' : formatPlaces(part, AMOUNT_PLACES_MAX, 'down').replace(/\.?0+$/, '');
}
