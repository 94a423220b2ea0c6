import { ok, refuse } from '@app/base';
import { type Amount, type Decimal, formatDecimal, ONE, type Rate, readDecimal } from '@app/money';
import type { SettingCodec } from '../reference/index.ts';

/** Builds a codec from a reader that returns undefined for invalid input. */
export const codecOf = <Value>(
  read: (json: unknown) => Value | undefined,
  encode: (value: Value) => unknown,
): SettingCodec<Value> => ({
  decode: (json) => {
    const value = read(json);
    return value === undefined ? refuse('setting_invalid') : ok(value);
  },
  encode,
});

/** Reads a positive decimal; decimals are text, like all money outside memory. */
export function readPositive<Kind extends Decimal>(json: unknown): Kind | undefined {
  const value = readNotNegative<Kind>(json);
  return value === 0n ? undefined : value;
}

export function readNotNegative<Kind extends Decimal>(json: unknown): Kind | undefined {
  const value = typeof json === 'string' ? readDecimal<Kind>(json) : undefined;
  return value !== undefined && value >= 0n ? value : undefined;
}

/** Returns the fields of an object; a value that is not an object has none. */
export const fieldsOf = (json: unknown): { readonly [name: string]: unknown } =>
  typeof json === 'object' && json !== null ? { ...json } : {};

export const positiveAmount: SettingCodec<Amount> = codecOf(readPositive<Amount>, formatDecimal);

/** Codec of a share above zero and below one: a price band of one would let a sale fill at zero. */
export const properShare: SettingCodec<Rate> = codecOf((json) => {
  const rate = readPositive<Rate>(json);
  return rate !== undefined && rate < ONE ? rate : undefined;
}, formatDecimal);
