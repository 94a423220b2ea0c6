import { type Decision, ok, refuse } from '@app/base';
import { type Amount, type Decimal, formatDecimal, parseDecimal, readDecimal } from '@app/money';
import * as z from 'zod/mini';

/** JSON encoding of a setting's value; a value that does not fit is refused, never coerced. */
export type SettingCodec<Value> = {
  readonly decode: (json: unknown) => Decision<Value, 'setting_invalid'>;
  /** Returns the JSON, or undefined if the value does not fit. */
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

/** Builds a codec from a schema, which checks a value in both directions. */
/* @__NO_SIDE_EFFECTS__ */
export const codecOf = <Value>(schema: z.ZodMiniType<Value>): SettingCodec<Value> => ({
  decode: (json) => {
    const { success, data } = z.safeDecode(schema, json);
    return success ? ok(data) : refuse('setting_invalid');
  },
  encode: (value) => z.safeEncode(schema, value).data,
});

const decimalText = z.string().check(z.refine((text) => readDecimal(text) !== undefined));

/** Schema of a decimal: text, like everywhere outside memory. */
export const decimal = <Kind extends Decimal>(isAllowed: (value: Kind) => boolean) =>
  z.codec(
    decimalText,
    z.custom<Kind>((value) => isAllowed(value as Kind)), // Typed by the codec on both sides.
    { decode: parseDecimal<Kind>, encode: formatDecimal },
  );

export const count = ({ min, max }: { min: number; max: number }) => z.int().check(z.gte(min), z.lte(max));

/** Countries by ISO 3166 alpha-2 code. */
export const countries = z.readonly(z.array(z.string().check(z.regex(/^[A-Z]{2}$/))));

export const flag: SettingCodec<boolean> = codecOf(z.boolean());

/** Codec of counts and durations; the unit is in the setting's key (`…_ms`, `…_days`). */
export const integer = (range: { min: number; max: number }): SettingCodec<number> => codecOf(count(range));

export const amount: SettingCodec<Amount> = codecOf(decimal<Amount>(() => true));

/** Codec of text in one format, such as an address or a version. */
export const text = (isSound: (value: string) => boolean): SettingCodec<string> =>
  codecOf(z.string().check(z.refine(isSound)));
