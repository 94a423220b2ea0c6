import { type Amount, formatDecimal } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authSettings } from '../auth/index.ts';
import { contractSettings } from '../contract/index.ts';
import { kycSettings } from '../kyc/index.ts';
import { limitSettings } from '../limits/index.ts';
import { marketSettings } from '../market/index.ts';
import { mediaSettings } from '../media/index.ts';
import { notifySettings } from '../notify/index.ts';
import { secondsSettings } from '../seconds/index.ts';
import { spotSettings } from '../spot/index.ts';
import { staffSettings } from '../staff/index.ts';
import { amount, killSwitch, productSwitch, referenceSettings, type Setting } from './index.ts';

const isSetting = (value: object): value is Setting<unknown> => 'codec' in value;

/** Settings are exported one by one or in groups. */
const SETTINGS: readonly Setting<unknown>[] = [
  authSettings,
  contractSettings,
  kycSettings,
  limitSettings,
  marketSettings,
  mediaSettings,
  notifySettings,
  referenceSettings,
  secondsSettings,
  spotSettings,
  staffSettings,
  { loan: productSwitch('loan'), service: killSwitch('service') },
].flatMap((module) =>
  Object.values(module).flatMap((it: object) => (isSetting(it) ? [it] : (Object.values(it) as Setting<unknown>[]))),
);

const decimalText = fc
  .bigInt({ min: -(10n ** 19n), max: 10n ** 22n })
  .map((units) => formatDecimal(units as Amount))
  .chain((text) => fc.constantFrom(text, `${text}0`, '0', '0.04', '0.05', '0.051', '1', '-1'));
const wholeNumber = fc.oneof(fc.integer({ min: -2, max: 120 }), fc.integer(), fc.double());
const leaf = fc.oneof(decimalText, wholeNumber, fc.boolean(), fc.constantFrom('DE', 'us', '1.2.3', ''), fc.jsonValue());
const feeLevel = fc.record({ volume: decimalText, maker: decimalText, taker: leaf }, { requiredKeys: [] });
/** Any value that JSON can carry; zero has one form in it. */
const json = fc
  .oneof(
    leaf,
    fc.array(leaf, { maxLength: 4 }),
    fc.array(feeLevel, { maxLength: 3 }),
    fc.record({ count: wholeNumber, seconds: wholeNumber, other: leaf }, { requiredKeys: ['count'] }),
    fc.record({ open: fc.boolean(), except: fc.array(fc.constantFrom('DE', 'US', 'x')), other: leaf }),
    fc.record({
      levels: wholeNumber,
      spread_rate: decimalText,
      step_rate: decimalText,
      level_worth: decimalText,
      inventory_max: decimalText,
    }),
  )
  .map((value): unknown => JSON.parse(JSON.stringify(value) ?? 'null'));

describe('every setting', () => {
  it('has a key of its own', () => {
    expect(SETTINGS.length).toBeGreaterThan(60);
    expect(new Set(SETTINGS.map(({ key }) => key)).size).toBe(SETTINGS.length);
  });

  it('given its initial value, when it is stored as JSON text and read, then it is the same', () => {
    for (const { codec, initial } of SETTINGS)
      expect(codec.decode(JSON.parse(JSON.stringify(codec.encode(initial))))).toEqual({ ok: true, value: initial });
  });

  it('given any JSON, when it is accepted, then its value is stored and read as the same; else it is refused', () => {
    fc.assert(
      fc.property(json, (value) => {
        for (const { codec } of SETTINGS) {
          const decoded = codec.decode(value);
          if (decoded.ok)
            expect(codec.decode(JSON.parse(JSON.stringify(codec.encode(decoded.value))))).toEqual(decoded);
          else expect(decoded).toEqual({ ok: false, code: 'setting_invalid' });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('given fields nobody declared, when it is read, then they are dropped', () => {
    const limit = { count: 3, seconds: 60 };
    expect(authSettings.codeGuessesDay.codec.decode({ ...limit, note: 'x' })).toEqual({ ok: true, value: limit });
    const position = { open: true, except: ['DE'] };
    expect(productSwitch('loan').codec.decode({ ...position, note: 'x' })).toEqual({ ok: true, value: position });
  });
});

describe('a value that does not fit its setting', () => {
  it.each([
    [marketSettings.blockEveryMs, 10],
    [marketSettings.outlierRate, 0n],
    [marketSettings.outlierRate, 10n ** 18n + 1n],
    [spotSettings.orderMin, -1n],
    [spotSettings.bandRate, 10n ** 18n],
    [spotSettings.feeLevels, []],
    [spotSettings.ladder, { ...spotSettings.ladder.initial, levels: 51 }],
    [authSettings.codeGuessesDay, { count: 0, seconds: 1 }],
    [referenceSettings.oldestApp, '1'],
    [{ codec: amount }, 10n ** 38n],
  ] as const)('cannot be stored: %#', ({ codec }, value) => {
    expect(codec.decode(codec.encode(value as never)).ok).toBe(false);
  });
});
