import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reference, rounded, signedAmounts } from '../test/reference.ts';
import {
  type Amount,
  absolute,
  add,
  compare,
  max,
  min,
  negate,
  type Price,
  parseDecimal,
  subtract,
  sum,
  ZERO,
} from './index.ts';

const price = parseDecimal<Price>('3');
const amount = parseDecimal<Amount>('2');

describe('amounts', () => {
  it('agree with decimal.js when added, subtracted, negated and made absolute', () => {
    fc.assert(
      fc.property(signedAmounts, signedAmounts, (a, b) => {
        expect(add(a, b)).toBe(rounded(reference(a).plus(reference(b)), 'down'));
        expect(subtract(a, b)).toBe(rounded(reference(a).minus(reference(b)), 'down'));
        expect(negate(a)).toBe(rounded(reference(a).negated(), 'down'));
        expect(absolute(a)).toBe(rounded(reference(a).abs(), 'down'));
      }),
    );
  });

  it('agree with decimal.js when summed, including an empty sum', () => {
    fc.assert(
      fc.property(fc.array(signedAmounts, { maxLength: 20 }), (list) => {
        const expected = list.reduce((total, it) => total.plus(reference(it)), reference(0n));
        expect(sum(list)).toBe(rounded(expected, 'down'));
      }),
    );
    expect(sum([])).toBe(ZERO);
  });

  it('agree with decimal.js on which is smaller', () => {
    fc.assert(
      fc.property(signedAmounts, signedAmounts, fc.boolean(), (a, other, same) => {
        const b = same ? a : other;
        const order = reference(a).comparedTo(reference(b));
        expect(compare(a, b)).toBe(order);
        expect(min(a, b)).toBe(order < 0 ? a : b);
        expect(max(a, b)).toBe(order > 0 ? a : b);
      }),
    );
  });

  it('given a list, when sorted by compare, then it is ascending', () => {
    const list = ['10', '-3', '9', '0', '-20'].map((text) => parseDecimal<Amount>(text));
    expect(list.toSorted(compare)).toEqual(['-20', '-3', '0', '9', '10'].map((text) => parseDecimal<Amount>(text)));
  });

  it('given a price and an amount, when they are mixed, then it does not compile', () => {
    // @ts-expect-error A price is not an amount.
    add(amount, price);
    // @ts-expect-error Nor the other way round.
    subtract(price, amount);
    // @ts-expect-error They have no common order.
    min(amount, price);
    // @ts-expect-error A total of prices means nothing.
    sum([price]);
    // @ts-expect-error A bare bigint has not been parsed.
    add(amount, 1n);
    const unnamed = parseDecimal('1');
    // @ts-expect-error A text read without naming its kind fits nowhere.
    add(amount, unnamed);
    expect(add(price, price)).toBe(parseDecimal<Price>('6'));
  });
});
