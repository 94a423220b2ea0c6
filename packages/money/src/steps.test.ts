import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amounts, positiveAmounts, reference, rounded, signedAmounts } from '../test/reference.ts';
import {
  type Amount,
  ceilTo,
  countOf,
  floorTo,
  isMultipleOf,
  multiplyByCount,
  negate,
  parseDecimal,
  ZERO,
} from './index.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const counts = fc.bigInt({ min: 0n, max: 10n ** 12n });

describe('lots and ticks', () => {
  it('agree with decimal.js on the nearest multiple below and above', () => {
    fc.assert(
      fc.property(amounts, positiveAmounts, (value, step) => {
        const steps = reference(value).div(reference(step));
        expect(floorTo(value, step)).toBe(rounded(steps.floor().times(reference(step)), 'down'));
        expect(ceilTo(value, step)).toBe(rounded(steps.ceil().times(reference(step)), 'down'));
      }),
      { numRuns: 300 },
    );
  });

  it('agree with decimal.js on which values are on the grid', () => {
    fc.assert(
      fc.property(signedAmounts, positiveAmounts, (value, step) => {
        expect(isMultipleOf(value, step)).toBe(reference(value).mod(reference(step)).isZero());
      }),
    );
  });

  it('leave a value on the grid unchanged', () => {
    fc.assert(
      fc.property(positiveAmounts, counts, (step, count) => {
        const value = multiplyByCount(step, count);
        expect(isMultipleOf(value, step)).toBe(true);
        expect(floorTo(value, step)).toBe(value);
        expect(ceilTo(value, step)).toBe(value);
        expect(countOf(value, step)).toBe(count);
      }),
    );
  });

  it('given a value between two lots, when rounded, then down and up are one lot apart', () => {
    expect(floorTo(amount('0.12349'), amount('0.0001'))).toBe(amount('0.1234'));
    expect(ceilTo(amount('0.12341'), amount('0.0001'))).toBe(amount('0.1235'));
    expect(ceilTo(ZERO, amount('0.0001'))).toBe(ZERO);
  });

  it('given a non-positive step or a negative value, when rounded, then it is a defect', () => {
    expect(() => floorTo(amount('1'), ZERO)).toThrow('positive');
    expect(() => isMultipleOf(amount('1'), ZERO)).toThrow('positive');
    expect(() => isMultipleOf(amount('1'), negate(amount('1')))).toThrow('positive');
    expect(() => floorTo(amount('-1'), amount('2'))).toThrow('non-negative');
    expect(() => ceilTo(amount('-1'), amount('2'))).toThrow('non-negative');
  });
});

describe('counts', () => {
  it('agree with decimal.js when multiplied, as bigint and as number', () => {
    fc.assert(
      fc.property(signedAmounts, fc.nat(), (value, count) => {
        const expected = rounded(reference(value).times(count), 'down');
        expect(multiplyByCount(value, count)).toBe(expected);
        expect(multiplyByCount(value, BigInt(count))).toBe(expected);
      }),
    );
  });

  it('given an invalid count, when multiplied, then it is a defect', () => {
    for (const count of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => multiplyByCount(amount('1'), count)).toThrow('whole number');
    }
    expect(() => multiplyByCount(amount('1'), -1)).toThrow('not negative');
    expect(() => multiplyByCount(amount('1'), -1n)).toThrow('not negative');
  });

  it('given a value off the grid, when its lots are counted, then it is a defect', () => {
    expect(() => countOf(amount('0.15'), amount('0.1'))).toThrow('on the grid');
    expect(() => countOf(amount('-1'), amount('0.1'))).toThrow('on the grid');
  });
});
