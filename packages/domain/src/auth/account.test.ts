import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTRIES, canonicalAccount, canonicalNewAccount, checkCountry, deviceName } from './index.ts';

const mobile = (text: string, areaCode?: string) => canonicalAccount(text, 'mobile', areaCode);
const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
const dials = fc.constantFrom(...COUNTRIES.map(({ dial }) => dial));
/** Separators as users write them: any of these after any digit. */
const separators = fc.array(fc.constantFrom('', ' ', '-', ' (', ') ', '.'), { minLength: 15, maxLength: 15 });
const spread = (text: string, between: readonly string[]) =>
  [...text].map((digit, index) => digit + (between[index] ?? '')).join('');

describe('a phone number', () => {
  it('is one account however its owner writes it', () => {
    const nationals = fc.tuple(fc.integer({ min: 1, max: 9 }), digits(6, 9)).map(([first, rest]) => `${first}${rest}`);
    fc.assert(
      fc.property(dials, nationals, separators, (dial, national, between) => {
        const spelled = { ok: true, value: `${dial}${national}` };
        const written = spread(national, between);
        expect(mobile(`${dial}${written}`)).toEqual(spelled);
        expect(mobile(`+${dial} ${written}`)).toEqual(spelled);
        expect(mobile(`+${dial} ${written}`, dial)).toEqual(spelled);
        expect(mobile(written, dial)).toEqual(spelled);
        expect(mobile(`0${written}`, `+${dial}`)).toEqual(spelled);
      }),
    );
  });

  it('is refused, or 6 to 15 digits without a leading zero that normalize to themselves', () => {
    const near = fc.string({ unit: fc.constantFrom(...'0123456789+- ().a@'), maxLength: 20 });
    fc.assert(
      fc.property(fc.oneof(near, digits(0, 18)), fc.option(dials, { nil: undefined }), (text, areaCode) => {
        const spelled = mobile(text, areaCode);
        if (!spelled.ok) {
          expect(spelled.code).toBe('parameter_error');
          return;
        }
        expect(spelled.value).toMatch(/^[1-9][0-9]{5,14}$/);
        expect(mobile(spelled.value)).toEqual(spelled);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['138 0013 8000', '86', '8613800138000'],
    ['0151 23456789', '+49', '4915123456789'],
    ['00151 23456789', '49', '49015123456789'],
    ['12345', '1', '112345'],
  ])('given %j after %j, when it is normalized, then it is %j', (text, areaCode, spelled) => {
    expect(mobile(text, areaCode)).toEqual({ ok: true, value: spelled });
  });

  it('is new only if a mainland number is one; every other number is as before', () => {
    const fresh = (text: string, areaCode?: string) => canonicalNewAccount(text, 'mobile', areaCode);
    for (const second of '0123456789')
      for (const written of [fresh(`1${second}800138000`, '86'), fresh(`+86 1${second}8 0013 8000`)])
        expect(written.ok, second).toBe('3456789'.includes(second));
    expect([fresh('1380013800', '86').ok, fresh('138001380000', '86').ok]).toEqual([false, false]);
    fc.assert(
      fc.property(digits(0, 16), fc.option(dials, { nil: undefined }), (text, areaCode) => {
        const known = mobile(text, areaCode);
        if (known.ok && known.value.startsWith('86')) return;
        expect(fresh(text, areaCode)).toEqual(known);
      }),
    );
  });

  it('given an e-mail address, then an area code changes nothing', () => {
    expect(canonicalAccount('a@b.co', 'email', '49')).toEqual({ ok: true, value: 'a@b.co' });
    expect(mobile('a@b.co', '49').ok).toBe(false);
  });
});

describe('the countries', () => {
  it('are listed once each, sorted, with a valid dial code', () => {
    const codes = COUNTRIES.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(codes.length).toBeGreaterThanOrEqual(240);
    for (const { code, dial } of COUNTRIES) expect(`${code}${dial}`).toMatch(/^[A-Z]{2}[1-9][0-9]{0,3}$/);
  });

  it('have standard names and dial codes', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    for (const { code } of COUNTRIES) expect(names.of(code)).toBeDefined();
    const dialOf = (wanted: string) => COUNTRIES.find(({ code }) => code === wanted)?.dial;
    const some = ['US', 'CA', 'CN', 'DE', 'TR', 'VN', 'KZ', 'RU', 'HK', 'GB'].map(dialOf);
    expect(some).toEqual(['1', '1', '86', '49', '90', '84', '7', '7', '852', '44']);
  });

  it('given a closed one, an open one and an unknown one, when a user registers, then only the open one passes', () => {
    expect(checkCountry('DE', ['KP'])).toEqual({ ok: true, value: 'DE' });
    expect(checkCountry('KP', ['KP'])).toEqual({ ok: false, code: 'country_closed' });
    expect(checkCountry('XX', ['XX'])).toEqual({ ok: false, code: 'country_unknown' });
  });
});

describe('a device', () => {
  const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  it.each([
    [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webKit} Chrome/131.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.1 Safari/605.1.15`, 'Safari on Mac'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webKit} Version/18.1 Mobile/15E Safari/604.1`,
      'Safari on iPhone',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webKit} CriOS/131.0 Mobile/15E Safari/604.1`,
      'Chrome on iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webKit} SamsungBrowser/26.0 Chrome/122.0 Mobile`,
      'Samsung Internet on Android',
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/131.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    ['curl/8.5.0', 'curl'],
    ['', ''],
    ['<script>alert(1)</script>', ''],
  ])('with the user agent %j is named %j', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });

  it('never shows user-written text as its name: no link, no line break, at most 40 characters', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (userAgent) => {
        expect(deviceName(userAgent)).toMatch(/^[\w .-]{0,40}$/);
      }),
    );
  });
});
