import { Decimal as Reference } from 'decimal.js';
import fc from 'fast-check';
import type { Amount, Price, Rate, Rounding } from '../src/index.ts';

/** A quotient of two storable values needs 95 digits before its rounding can be trusted. */
Reference.set({ precision: 120, rounding: Reference.ROUND_HALF_EVEN, toExpNeg: -200, toExpPos: 200 });

export const LARGEST = 10n ** 38n - 1n;

/** Returns the same number as a decimal.js value, independent of our scale, for cross-checking. */
export const reference = (value: bigint, places = 18): Reference =>
  new Reference(value.toString()).div(new Reference(10).pow(places));

/** Returns the reference result with the given rounding, at our scale. */
export function rounded(value: Reference, rounding: Rounding, places = 18): bigint {
  const mode = rounding === 'up' ? Reference.ROUND_UP : Reference.ROUND_DOWN;
  return BigInt(value.toDecimalPlaces(places, mode).times(new Reference(10).pow(18)).toFixed(0));
}

const roundNumbers = fc
  .tuple(fc.bigInt({ min: 1n, max: 999n }), fc.integer({ min: 0, max: 35 }))
  .map(([digits, zeros]) => digits * 10n ** BigInt(zeros));

/** Any storable value, with dust, market-like and round numbers frequent enough that some divide evenly. */
const magnitudes = fc.oneof(
  fc.bigInt({ min: 0n, max: LARGEST }),
  fc.bigInt({ min: 0n, max: 10n ** 24n }),
  fc.bigInt({ min: 0n, max: 1000n }),
  fc.constantFrom(0n, 1n, 10n ** 18n - 1n, 10n ** 18n, 10n ** 18n + 1n, LARGEST - 1n, LARGEST),
  roundNumbers,
);
const signed = fc.tuple(magnitudes, fc.boolean()).map(([magnitude, minus]) => (minus ? -magnitude : magnitude));

export const amounts = magnitudes as fc.Arbitrary<Amount>;
export const signedAmounts = signed as fc.Arbitrary<Amount>;
export const positiveAmounts = amounts.filter((amount) => amount > 0n);
export const prices = magnitudes as fc.Arbitrary<Price>;
export const positivePrices = prices.filter((price) => price > 0n);
export const rates = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 18n }),
  fc.bigInt({ min: 0n, max: 10_000n }).map((basisPoints) => basisPoints * 10n ** 14n),
) as fc.Arbitrary<Rate>;
export const roundings = fc.constantFrom<Rounding>('down', 'up');
