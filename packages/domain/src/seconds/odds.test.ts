import { type Amount, ONE, parseDecimal, type Rate } from '@app/money';
import { ceilUnit, fromUnits, HALF, isAtMost, isLess, NOTHING, slowCost, toUnits, whole } from '@app/testkit/exact';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakEvenRate, expectedCost, expectedCostRate } from './index.ts';

const rate = (text: string) => parseDecimal<Rate>(text);
const rates = fc.bigInt({ min: 1n, max: ONE - 1n }).map((value) => value as Rate);
const stakes = fc.bigInt({ min: 1n, max: 10n ** 26n }).map((value) => value as Amount);

describe('the odds', () => {
  it('given a payout of 85 %, then 54.05 % must be right, and 100 cost 7.5 on average', () => {
    expect(breakEvenRate(rate('0.85'))).toBe(rate('0.540540540540540541'));
    expect(expectedCostRate(rate('0.85'))).toBe(rate('0.075'));
    expect(expectedCost(parseDecimal<Amount>('100'), rate('0.85'))).toBe(parseDecimal<Amount>('7.5'));
  });

  it('law: at the break-even rate nothing is lost, and one digit below it something is', () => {
    fc.assert(
      fc.property(rates, (payoutRate) => {
        const cost = (right: bigint) => slowCost(whole(1), fromUnits(payoutRate), fromUnits(right));
        const right = breakEvenRate(payoutRate);
        expect(isAtMost(cost(right), NOTHING)).toBe(true);
        expect(isLess(NOTHING, cost(right - 1n))).toBe(true);
      }),
    );
  });

  it('law: the average cost is that of even odds, never shown as less', () => {
    fc.assert(
      fc.property(stakes, rates, (stake, payoutRate) => {
        const exact = slowCost(fromUnits(stake), fromUnits(payoutRate), HALF);
        const shown = expectedCost(stake, payoutRate);
        expect(toUnits(ceilUnit(slowCost(whole(1), fromUnits(payoutRate), HALF)))).toBe(expectedCostRate(payoutRate));
        expect(isAtMost(exact, fromUnits(shown))).toBe(true);
        // The rate is rounded before the cost is: less than half a unit of rate, then less than a unit of money.
        expect(shown * 2n * ONE - stake * (ONE - payoutRate) <= stake + 2n * ONE).toBe(true);
      }),
    );
  });
});
