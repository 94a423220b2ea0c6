import { type Amount, parseDecimal } from '@app/money';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetShown, isOutcomeShown, markOutcomeShown } from './outcome-shown.ts';

const order = (id: number, filled: string) => ({ id: BigInt(id), filled: parseDecimal<Amount>(filled) });

beforeEach(forgetShown);

describe('an outcome that was shown', () => {
  it('given half of an order was shown, when more of it is filled, then only the new fill is unseen', () => {
    expect(isOutcomeShown(order(1, '0'))).toBe(false);
    markOutcomeShown(order(1, '0.5'));
    expect([isOutcomeShown(order(1, '0.5')), isOutcomeShown(order(1, '0.6')), isOutcomeShown(order(2, '0.5'))]).toEqual(
      [true, false, false],
    );
  });

  it('given a full fill was shown, when an older state renders again, then the full fill still counts as seen', () => {
    markOutcomeShown(order(3, '1'));
    markOutcomeShown(order(3, '0.2'));
    expect(isOutcomeShown(order(3, '1'))).toBe(true);
  });

  it('given many more were shown since, then it is evicted, and one that is shown again is not', () => {
    markOutcomeShown(order(4, '1'));
    markOutcomeShown(order(5, '1'));
    for (let id = 100; id < 299; id++) markOutcomeShown(order(id, '1'));
    markOutcomeShown(order(5, '1'));
    markOutcomeShown(order(299, '1'));
    expect([isOutcomeShown(order(4, '1')), isOutcomeShown(order(5, '1'))]).toEqual([false, true]);
  });
});
