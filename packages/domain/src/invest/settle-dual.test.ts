import { type Amount, multiply, ONE, type Price, parseDecimal, type Rate } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DualTerms, settleDual } from './index.ts';

const upTo = <Kind extends bigint>(most: bigint) => fc.bigInt({ min: 1n, max: most }).map((value) => value as Kind);
const terms: fc.Arbitrary<DualTerms> = fc.record({
  investment: upTo<Amount>(10n ** 24n),
  linkedPrice: upTo<Price>(10n ** 24n),
  days: fc.integer({ min: 1, max: 730 }),
  apr: fc.bigInt({ min: 0n, max: ONE }).map((value) => value as Rate),
});
const EXAMPLE: DualTerms = {
  investment: parseDecimal('0.1'),
  linkedPrice: parseDecimal('60000'),
  days: 7,
  apr: parseDecimal('0.2'),
};

describe('the settlement of a dual product', () => {
  it('pays coins below the linked price, USDT at it and above', () => {
    fc.assert(
      fc.property(terms, upTo<Price>(10n ** 24n), (it, settlementPrice) => {
        expect(settleDual(it, settlementPrice).paidIn).toBe(settlementPrice < it.linkedPrice ? 'coin' : 'usdt');
      }),
    );
  });

  it('property: pays the principal and a yield that differs from the exact one by less than one unit', () => {
    fc.assert(
      fc.property(terms, upTo<Price>(10n ** 24n), (it, settlementPrice) => {
        const { paidIn, amount } = settleDual(it, settlementPrice);
        const principal = paidIn === 'coin' ? it.investment : multiply(it.investment, it.linkedPrice, 'down');
        const exact = principal * (365n * ONE + BigInt(it.days) * it.apr); // Over 365 times ONE.
        expect(amount).toBeGreaterThanOrEqual(principal);
        expect(amount * 365n * ONE).toBeLessThanOrEqual(exact);
        expect((amount + 1n) * 365n * ONE).toBeGreaterThan(exact);
      }),
    );
  });

  it.each([
    ['54000', 'coin', '0.100383561643835616'],
    ['59999.99', 'coin', '0.100383561643835616'],
    ['60000', 'usdt', '6023.013698630136986301'],
    ['66000', 'usdt', '6023.013698630136986301'],
  ])('given 0.1 BTC linked to 60,000, when it settles at %s, then it pays in %s: %s', (price, paidIn, text) => {
    expect(settleDual(EXAMPLE, parseDecimal(price))).toEqual({ paidIn, amount: parseDecimal(text) });
  });
});
