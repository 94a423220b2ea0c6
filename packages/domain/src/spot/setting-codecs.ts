import { ok, refuse } from '@app/base';
import { type Amount, type Decimal, formatDecimal, ONE, type Rate, readDecimal } from '@app/money';
import type { SettingCodec } from '../reference/index.ts';

/** A codec of a reader that answers nothing for what is not sound. */
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

/** Decimals stand as text, like all money outside memory. */
export function readPositive<Kind extends Decimal>(json: unknown): Kind | undefined {
  const value = readNotNegative<Kind>(json);
  return value === 0n ? undefined : value;
}

export function readNotNegative<Kind extends Decimal>(json: unknown): Kind | undefined {
  const value = typeof json === 'string' ? readDecimal<Kind>(json) : undefined;
  return value !== undefined && value >= 0n ? value : undefined;
}

/** What is no object has no fields. */
export const fieldsOf = (json: unknown): { readonly [name: string]: unknown } =>
  typeof json === 'object' && json !== null ? { ...json } : {};

export const positiveAmount: SettingCodec<Amount> = codecOf(readPositive<Amount>, formatDecimal);

/** Above nothing and below the whole: a band of the whole would let a sale go for nothing. */
export const properShare: SettingCodec<Rate> = codecOf((json) => {
  const rate = readPositive<Rate>(json);
  return rate !== undefined && rate < ONE ? rate : undefined;
}, formatDecimal);
