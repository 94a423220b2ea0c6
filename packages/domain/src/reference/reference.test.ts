import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amount,
  flag,
  integer,
  isOpenIn,
  mayUse,
  OPEN_AT_FIRST,
  PRODUCTS,
  productSwitch,
  referenceSettings,
} from './index.ts';

describe('a setting', () => {
  it('decodes to exactly what was encoded, or is refused', () => {
    const whole = integer({ min: 1, max: 100 });
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        for (const codec of [whole, flag, amount, productSwitch('loan').codec] as const) {
          const decoded = codec.decode(json);
          if (decoded.ok) expect(codec.decode(codec.encode(decoded.value as never))).toEqual(decoded);
          else expect(decoded.code).toBe('setting_invalid');
        }
      }),
    );
  });

  it.each([0, 101, 1.5, Number.NaN, '5', null])(
    'given a count from 1 to 100, when it is %s, then it is refused',
    (json) => {
      expect(integer({ min: 1, max: 100 }).decode(json).ok).toBe(false);
    },
  );

  it.each(['1e9', 'NaN', '', 5, { open: true }])('given an amount, when it is %s, then it is refused', (json) => {
    expect(amount.decode(json).ok).toBe(false);
  });
});

describe('settings sent to the app shell', () => {
  it('decode their own initial values', () => {
    for (const { codec, initial } of [referenceSettings.supportAddress, referenceSettings.oldestApp])
      expect(codec.decode(codec.encode(initial))).toEqual({ ok: true, value: initial });
    const { codec: countries, initial: closed } = referenceSettings.closedCountries;
    expect(countries.decode(countries.encode(closed))).toEqual({ ok: true, value: closed });
    for (const json of ['CU', ['cu'], [1], null]) expect(countries.decode(json).ok).toBe(false);
    for (const { codec, initial } of [referenceSettings.losingAccounts, referenceSettings.newAddressWait])
      expect(codec.decode(codec.encode(initial))).toEqual({ ok: true, value: initial });
  });

  it.each(['https://help.example.com/chat', 'help@example.com', ''])('accept %j as support address', (value) => {
    expect(referenceSettings.supportAddress.codec.decode(value).ok).toBe(true);
  });

  it.each(['javascript:alert(1)', 'help', 'https://', ' ', 5, null])('refuse %j as support address', (json) => {
    expect(referenceSettings.supportAddress.codec.decode(json).ok).toBe(false);
  });

  it.each(['1', '1.2', 'v1.2.3', '1.2.3-beta', '', 1])('refuse %j as version', (json) => {
    expect(referenceSettings.oldestApp.codec.decode(json).ok).toBe(false);
  });
});

describe('a product switch', () => {
  it('given nothing is stored, then only a finished product is open, in any country that allows it', () => {
    for (const product of PRODUCTS) {
      const { initial, key } = productSwitch(product);
      expect(key).toBe(`product.${product}`);
      for (const country of ['', 'JP', 'XX']) expect(isOpenIn(initial, country)).toBe(OPEN_AT_FIRST.includes(product));
    }
    expect(PRODUCTS).toEqual([...new Set(PRODUCTS)]);
  });

  it('given nothing is stored, then seconds options are closed where retail clients may not have them, and nothing else is', () => {
    const closedFor = (country: string) => OPEN_AT_FIRST.filter((it) => !isOpenIn(productSwitch(it).initial, country));
    for (const country of ['DE', 'FR', 'IS', 'GB', 'US', 'AU', 'CA', 'IL'])
      expect(closedFor(country)).toEqual(['seconds']);
    expect(closedFor('TR')).toEqual([]);
  });

  it('given it is open except in one country, when users call mayUse, then only that country is refused', () => {
    const position = { open: true, except: ['US'] };
    expect(mayUse(position, 'DE')).toEqual({ ok: true, value: true });
    expect(mayUse(position, 'US')).toEqual({ ok: false, code: 'feature_unavailable' });
  });

  it('given it is closed except in one country, when users call mayUse, then only that country is allowed', () => {
    const position = { open: false, except: ['JP'] };
    expect(mayUse(position, 'JP').ok).toBe(true);
    expect(mayUse(position, 'DE').ok).toBe(false);
  });
});
