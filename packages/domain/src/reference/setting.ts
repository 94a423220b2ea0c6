import { type Decision, ok, refuse } from '@app/base';
import { type Amount, formatDecimal, readDecimal } from '@app/money';

/** JSON encoding of a setting's value; a value that does not fit is refused, never coerced. */
export type SettingCodec<Value> = {
  readonly decode: (json: unknown) => Decision<Value, 'setting_invalid'>;
  readonly encode: (value: Value) => unknown;
};

/**
 * A declared setting. Every ⚙ number, product switch and kill switch of the product is one, declared beside the rule
 * that reads it.
 */
export type Setting<Value> = {
  readonly key: string;
  readonly codec: SettingCodec<Value>;
  readonly initial: Value;
  readonly meaning: string;
};

export const setting = <Value>(definition: Setting<Value>): Setting<Value> => definition;

export const flag: SettingCodec<boolean> = {
  decode: (json) => (typeof json === 'boolean' ? ok(json) : refuse('setting_invalid')),
  encode: (value) => value,
};

/** Codec of counts and durations; the unit is in the setting's key (`…_ms`, `…_days`). */
export const integer = (range: { min: number; max: number }): SettingCodec<number> => ({
  decode: (json) =>
    typeof json === 'number' && Number.isSafeInteger(json) && json >= range.min && json <= range.max
      ? ok(json)
      : refuse('setting_invalid'),
  encode: (value) => value,
});

/** Codec of money, as decimal text like everywhere outside memory. */
export const amount: SettingCodec<Amount> = {
  decode: (json) => {
    const value = typeof json === 'string' ? readDecimal<Amount>(json) : undefined;
    return value === undefined ? refuse('setting_invalid') : ok(value);
  },
  encode: formatDecimal,
};

/** Codec of text in one format, such as an address or a version. */
export const text = (isSound: (value: string) => boolean): SettingCodec<string> => ({
  decode: (json) => (typeof json === 'string' && isSound(json) ? ok(json) : refuse('setting_invalid')),
  encode: (value) => value,
});

const COUNTRY = /^[A-Z]{2}$/;

/** Codec of country lists, by ISO 3166 alpha-2 code. */
export const countryList: SettingCodec<readonly string[]> = {
  decode: (json) =>
    Array.isArray(json) && json.every((code) => typeof code === 'string' && COUNTRY.test(code))
      ? ok(json)
      : refuse('setting_invalid'),
  encode: (value) => value,
};
