import { Decimal as Reference } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LARGEST, reference, roundings, signedAmounts } from '../test/reference.ts';
import { type Amount, formatDecimal, formatPlaces, ONE, parseDecimal, type Rounding, readDecimal } from './index.ts';

// biome-ignore format: a list to be read line by line
const MALFORMED = [
  '', ' ', '.', '-', '--1', '-.5', '1.', '.5', '-1.', '1..2', '1.2.3', '1-', '0-1', '1.-2',
  '+1', ' 1', '1 ', '1\n', '\t1', '\u00a01', '1\u0000', '01', '00', '-01', '00.5',
  '1e9', '1E9', '1e-9', '0x10', '0b1', '0o7', '1n', '1_000', '1,000', '1,5', '1.000,5', "1'000",
  'NaN', 'Infinity', '-Infinity', 'null', 'undefined', 'true', '__proto__', 'constructor', '[object Object]',
  '１', '１.５', '١', '٣٫٥', '१', '𝟙', '−1', '½', '²',
  '0.1234567890123456789', '0.0000000000000000000', '1.0000000000000000000',
  '100000000000000000000', '-100000000000000000000', '100000000000000000000.5', '123456789012345678901',
  '9'.repeat(38), '9'.repeat(40),
] as const;

/** Texts with their value, spelled out digit by digit; the sender may pad the fraction with zeros. */
const wellFormed = fc
  .tuple(
    fc.boolean(),
    fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 20n - 1n })),
    fc.stringMatching(/^\d{0,18}$/),
  )
  .map(([minus, whole, fraction]) => `${minus ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`);

describe('decimal text', () => {
  it('parses back to the value it was formatted from', () => {
    fc.assert(
      fc.property(signedAmounts, (value) => {
        expect(parseDecimal<Amount>(formatDecimal(value))).toBe(value);
        expect(parseDecimal<Amount>(formatPlaces(value, 18, 'down'))).toBe(value);
      }),
      { numRuns: 500 },
    );
  });

  it('is formatted as decimal.js does', () => {
    fc.assert(
      fc.property(signedAmounts, (value) => {
        expect(formatDecimal(value)).toBe(reference(value).toFixed());
      }),
      { numRuns: 500 },
    );
  });

  it('is formatted to any number of places as decimal.js does', () => {
    fc.assert(
      fc.property(signedAmounts, fc.integer({ min: 0, max: 18 }), roundings, (value, places, rounding) => {
        const mode = rounding === 'up' ? Reference.ROUND_UP : Reference.ROUND_DOWN;
        const near = reference(value).toDecimalPlaces(places, mode);
        expect(formatPlaces(value, places, rounding)).toBe((near.isZero() ? near.abs() : near).toFixed(places));
      }),
      { numRuns: 500 },
    );
  });

  it('is parsed as decimal.js does, padded with zeros or not', () => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        expect(readDecimal<Amount>(text)).toBe(BigInt(new Reference(text).times(ONE.toString()).toFixed(0)));
      }),
      { numRuns: 500 },
    );
  });

  it('given any text at all, when read, then it is refused or it is the plain notation of its value', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0019.-+e x'), maxLength: 24 });
    fc.assert(
      fc.property(fc.oneof(fc.string(), digits), (text) => {
        const value = readDecimal<Amount>(text);
        if (value === undefined) return;
        const plain = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
        expect(formatDecimal(value)).toBe(plain === '-0' ? '0' : plain);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(MALFORMED)('given %j, when read, then it is refused, and parsing it is a defect', (text) => {
    expect(readDecimal<Amount>(text)).toBeUndefined();
    expect(() => parseDecimal<Amount>(text)).toThrow('not a decimal');
  });

  it('given the largest storable value, when read, then it is unchanged, and one unit more is refused', () => {
    expect(readDecimal<Amount>('99999999999999999999.999999999999999999')).toBe(LARGEST);
    expect(readDecimal<Amount>('-99999999999999999999.999999999999999999')).toBe(-LARGEST);
    expect(readDecimal<Amount>('100000000000000000000.000000000000000000')).toBeUndefined();
  });

  it('given zero in any notation, when formatted, then it has no minus', () => {
    for (const text of ['0', '-0', '0.0', '-0.000000000000000000']) {
      expect(formatDecimal(parseDecimal<Amount>(text))).toBe('0');
    }
    expect(formatPlaces(parseDecimal<Amount>('-0.004'), 2, 'down')).toBe('0.00');
    expect(formatPlaces(parseDecimal<Amount>('-0.004'), 2, 'up')).toBe('-0.01');
  });

  it('given values next to a power of ten, when formatted, then the decimal point is correct', () => {
    const written: [string, string][] = [
      ['0.000000000000000001', '0.000000000000000001'],
      ['0.100000000000000000', '0.1'],
      ['1.000000000000000000', '1'],
      ['10', '10'],
      ['100.010', '100.01'],
      ['-1000', '-1000'],
    ];
    for (const [text, shortest] of written) expect(formatDecimal(parseDecimal<Amount>(text))).toBe(shortest);
  });

  it('given examples for a screen, when formatted, then the requested rounding applies', () => {
    const shown = (text: string, places: number, rounding: Rounding) =>
      formatPlaces(parseDecimal<Amount>(text), places, rounding);
    expect(shown('67123.455', 2, 'down')).toBe('67123.45');
    expect(shown('67123.455', 2, 'up')).toBe('67123.46');
    expect(shown('67123.45', 2, 'up')).toBe('67123.45');
    expect(shown('9.99', 0, 'up')).toBe('10');
    expect(shown('9.99', 0, 'down')).toBe('9');
    expect(shown('1', 4, 'down')).toBe('1.0000');
  });

  it('given an invalid number of places, when formatted, then it is a defect', () => {
    for (const places of [-1, 19, 1.5, Number.NaN]) {
      expect(() => formatPlaces(parseDecimal<Amount>('1'), places, 'down')).toThrow('places from 0 to 18');
    }
  });

  it('given 100 kB of hostile text, when read ten thousand times, then it is refused before the test times out', () => {
    const parts = ['1', '0', '-', ' ', '.', '9.', '1e', '\u0661', '0.0'];
    for (const text of parts.map((part) => part.repeat(Math.ceil(100_000 / part.length)))) {
      let accepted = 0;
      for (let times = 0; times < 10_000; times += 1) accepted += readDecimal<Amount>(text) === undefined ? 0 : 1;
      expect(accepted).toBe(0);
      expect(() => parseDecimal<Amount>(text)).toThrow(/^not a decimal: .{1,260}$/);
    }
  });
});
