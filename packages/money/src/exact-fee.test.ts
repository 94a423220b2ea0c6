import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amounts, rates, reference, rounded } from '../test/reference.ts';
import {
  type Amount,
  add,
  ceilToAmount,
  exactProduct,
  multiply,
  NO_FEE,
  negate,
  parseDecimal,
  type Rate,
  subtract,
  sum,
  ZERO,
} from './index.ts';

/** Charges an order with several fills: the ceiling of the running total, less what was charged before. */
function chargeFills(fills: readonly Amount[], rate: Rate): Amount[] {
  let exactFee = NO_FEE;
  let charged = ZERO;
  return fills.map((fill) => {
    exactFee = add(exactFee, exactProduct(fill, rate));
    const fee = subtract(ceilToAmount(exactFee), charged);
    charged = add(charged, fee);
    return fee;
  });
}

/** Dust is common here: that is where rounding per fill would differ from rounding per order. */
const fills = fc.array(fc.oneof(amounts, fc.bigInt({ min: 0n, max: 5000n }) as fc.Arbitrary<Amount>), {
  minLength: 1,
  maxLength: 12,
});

/** One total, split in two unrelated ways. */
const cutsOfOneOrder = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 10n ** 30n }),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
  )
  .map(([total, marks]) => {
    const cuts = marks.map((mark) => (total * BigInt(Math.floor(mark * 2 ** 40))) / 2n ** 40n);
    const edges = [0n, ...cuts.toSorted((a, b) => (a < b ? -1 : 1)), total];
    return { whole: total as Amount, parts: edges.slice(1).map((edge, index) => (edge - edges[index]!) as Amount) };
  });

describe('exact fees', () => {
  it('agree with decimal.js at thirty-six places, and with its ceiling', () => {
    fc.assert(
      fc.property(amounts, rates, (amount, rate) => {
        const product = reference(amount).times(reference(rate));
        expect(reference(exactProduct(amount, rate), 36).eq(product)).toBe(true);
        expect(ceilToAmount(exactProduct(amount, rate))).toBe(rounded(product, 'up'));
      }),
    );
  });

  it('cost an order the same however it is split into fills', () => {
    fc.assert(
      fc.property(cutsOfOneOrder, rates, ({ whole, parts }, rate) => {
        expect(sum(parts)).toBe(whole);
        expect(sum(chargeFills(parts, rate))).toBe(sum(chargeFills([whole], rate)));
      }),
    );
  });

  it('never cost less when an order is split into several orders', () => {
    fc.assert(
      fc.property(fills, rates, (orders, rate) => {
        const separately = sum(orders.map((order) => sum(chargeFills([order], rate))));
        expect(separately >= sum(chargeFills([sum(orders)], rate))).toBe(true);
      }),
    );
  });

  it('never refund, and never exceed the hold of the whole order', () => {
    fc.assert(
      fc.property(fills, rates, (parts, rate) => {
        const charges = chargeFills(parts, rate);
        expect(charges.every((charge) => charge >= 0n)).toBe(true);
        expect(sum(charges) <= multiply(sum(parts), rate, 'up')).toBe(true);
      }),
    );
  });

  it('given three fills of a third of a unit, when charged, then the first pays the unit and the rest zero', () => {
    const third = parseDecimal<Amount>('0.000000000000000001');
    const rate = parseDecimal<Rate>('0.333333333333333333');
    expect(chargeFills([third, third, third], rate)).toEqual([third, ZERO, ZERO]);
  });

  it('given a whole number of units, when rounded up, then nothing is added', () => {
    expect(ceilToAmount(exactProduct(parseDecimal<Amount>('50'), parseDecimal<Rate>('0.001')))).toBe(
      parseDecimal<Amount>('0.05'),
    );
    expect(ceilToAmount(NO_FEE)).toBe(ZERO);
  });

  it('given a negative operand, when multiplied, then it is a defect', () => {
    const one = parseDecimal<Amount>('1');
    const rate = parseDecimal<Rate>('0.1');
    expect(() => exactProduct(negate(one), rate)).toThrow('not negative');
    expect(() => exactProduct(one, negate(rate))).toThrow('not negative');
    expect(() => ceilToAmount(negate(exactProduct(one, rate)))).toThrow('non-negative');
  });
});
