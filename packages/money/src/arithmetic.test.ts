import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amounts,
  positiveAmounts,
  positivePrices,
  prices,
  rates,
  reference,
  rounded,
  roundings,
} from '../test/reference.ts';
import {
  type Amount,
  divide,
  multiply,
  negate,
  ONE,
  type Price,
  parseDecimal,
  type Rate,
  ratio,
  ZERO,
} from './index.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const price = (text: string) => parseDecimal<Price>(text);
const dust = amount('0.000000000000000001');

describe('multiplication', () => {
  it('agrees with decimal.js in both rounding directions', () => {
    fc.assert(
      fc.property(amounts, fc.oneof(prices, rates), roundings, (a, factor, rounding) => {
        expect(multiply(a, factor, rounding)).toBe(rounded(reference(a).times(reference(factor)), rounding));
      }),
      { numRuns: 500 },
    );
  });

  it('given an exact product, when rounded up, then nothing is added', () => {
    expect(multiply(amount('1.5'), price('67000.02'), 'up')).toBe(amount('100500.03'));
  });

  it('given half a unit of dust, when rounded, then down drops it and up makes it a whole unit', () => {
    expect(multiply(dust, price('0.5'), 'down')).toBe(ZERO);
    expect(multiply(dust, price('0.5'), 'up')).toBe(dust);
  });

  it('given a negative operand, when multiplied, then it is a defect', () => {
    expect(() => multiply(negate(dust), price('1'), 'down')).toThrow('non-negative');
    expect(() => multiply(dust, negate(price('1')), 'up')).toThrow('non-negative');
    expect(() => multiply(negate(dust), negate(price('1')), 'up')).toThrow('non-negative');
  });

  it('given two amounts or no rounding, when multiplied, then it does not compile', () => {
    // @ts-expect-error An amount is not a factor.
    multiply(dust, dust, 'down');
    // @ts-expect-error Rounding has no default.
    multiply(dust, price('1'));
    expect(multiply(dust, ONE as Rate, 'down')).toBe(dust);
  });
});

describe('division', () => {
  it('agrees with decimal.js in both rounding directions', () => {
    fc.assert(
      fc.property(amounts, positivePrices, roundings, (a, factor, rounding) => {
        expect(divide(a, factor, rounding)).toBe(rounded(reference(a).div(reference(factor)), rounding));
      }),
      { numRuns: 500 },
    );
  });

  it('rounded down and multiplied back rounded up, never exceeds the original amount', () => {
    fc.assert(
      fc.property(amounts, positivePrices, (quote, at) => {
        expect(multiply(divide(quote, at, 'down'), at, 'up') <= quote).toBe(true);
      }),
    );
  });

  it('given ten quote at three, when rounded, then down and up are one unit apart', () => {
    expect(divide(amount('10'), price('3'), 'down')).toBe(amount('3.333333333333333333'));
    expect(divide(amount('10'), price('3'), 'up')).toBe(amount('3.333333333333333334'));
    expect(divide(amount('9'), price('3'), 'up')).toBe(amount('3'));
  });

  it('given zero or a negative operand, when divided by or into, then it is a defect', () => {
    expect(() => divide(dust, price('0'), 'down')).toThrow('positive');
    expect(() => divide(negate(dust), price('1'), 'down')).toThrow('non-negative');
    expect(() => divide(negate(dust), negate(price('1')), 'down')).toThrow('non-negative');
  });
});

describe('a ratio', () => {
  it('agrees with decimal.js in both rounding directions', () => {
    fc.assert(
      fc.property(amounts, positiveAmounts, roundings, (part, whole, rounding) => {
        expect(ratio(part, whole, rounding)).toBe(rounded(reference(part).div(reference(whole)), rounding));
      }),
      { numRuns: 500 },
    );
  });

  it('given prices of different kinds, when compared, then it does not compile', () => {
    // @ts-expect-error A price is no share of an amount.
    ratio(price('1'), amount('2'), 'down');
    expect(ratio(price('1'), price('8'), 'down')).toBe(parseDecimal<Rate>('0.125'));
  });

  it('given a zero or negative whole, when computed, then it is a defect', () => {
    expect(() => ratio(dust, ZERO, 'down')).toThrow('of something');
    expect(() => ratio(negate(dust), dust, 'down')).toThrow('non-negative');
  });
});
