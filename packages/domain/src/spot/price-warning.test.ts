import { ONE, type Price, parseDecimal, type Rate } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWithIndex, SPOT_RULES } from './index.ts';

const index = { price: parseDecimal<Price>('100'), ageMs: 0, isSimulated: true };
const compare = (side: 'buy' | 'sell', price: string) =>
  compareWithIndex({ side, price: parseDecimal<Price>(price) }, { index, rules: SPOT_RULES });

describe('a limit against the index price', () => {
  it.each([
    ['buy', '105', false],
    ['buy', '105.01', true],
    ['buy', '50', false],
    ['sell', '95', false],
    ['sell', '94.99', true],
    ['sell', '150', false],
  ] as const)('given a %s at %s with the market at 100, then a mandatory review is %s', (side, price, needsReview) => {
    expect(compare(side, price)).toMatchObject({ needsReview });
  });

  it('is worse for one side exactly by as much as it is better for the other', () => {
    const prices = fc.bigInt({ min: 1n, max: 10n ** 30n }).map((value) => value as Price);
    fc.assert(
      fc.property(prices, prices, (price, at) => {
        const context = { index: { ...index, price: at }, rules: SPOT_RULES };
        const bought = compareWithIndex({ side: 'buy', price }, context);
        const sold = compareWithIndex({ side: 'sell', price }, context);
        expect(bought?.worseBy).toBe(-(sold?.worseBy ?? 0n));
        expect(bought?.needsReview === true && sold?.needsReview === true).toBe(false);
        const isFar = (price - at) * ONE > (SPOT_RULES.warnRate + (1n as Rate)) * at;
        if (isFar) expect(bought?.needsReview).toBe(true);
      }),
    );
  });

  it('is unknown without an index price', () => {
    expect(compareWithIndex({ side: 'buy', price: index.price }, { index: undefined, rules: SPOT_RULES })).toBe(
      undefined,
    );
  });
});
