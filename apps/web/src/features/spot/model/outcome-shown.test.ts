import { type Amount, parseDecimal } from '@app/money';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetShown, seenHere, wasSeen } from './outcome-shown.ts';

const order = (id: number, filled: string) => ({ id: BigInt(id), filled: parseDecimal<Amount>(filled) });

beforeEach(forgetShown);

describe('an outcome that was shown', () => {
  it('given half of an order was shown, when more of it is filled, then only that is news', () => {
    expect(wasSeen(order(1, '0'))).toBe(false);
    seenHere(order(1, '0.5'));
    expect([wasSeen(order(1, '0.5')), wasSeen(order(1, '0.6')), wasSeen(order(2, '0.5'))]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('given it was shown whole, when an older state of it is drawn again, then the whole was still seen', () => {
    seenHere(order(3, '1'));
    seenHere(order(3, '0.2'));
    expect(wasSeen(order(3, '1'))).toBe(true);
  });

  it('given many more were shown since, then it is forgotten, and one that is shown again is not', () => {
    seenHere(order(4, '1'));
    seenHere(order(5, '1'));
    for (let id = 100; id < 299; id++) seenHere(order(id, '1'));
    seenHere(order(5, '1'));
    seenHere(order(299, '1'));
    expect([wasSeen(order(4, '1')), wasSeen(order(5, '1'))]).toEqual([false, true]);
  });
});
