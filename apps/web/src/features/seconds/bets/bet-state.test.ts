import { type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { betOf } from './bet.fixture.ts';
import { sideOf, standingAt } from './bet-state.ts';

describe('a bet', () => {
  it.each([
    [1, '67828.5', 'ahead'],
    [1, '67828.3', 'behind'],
    [2, '67828.5', 'behind'],
    [2, '67828.3', 'ahead'],
    [1, '67828.4', 'level'],
    [2, '67828.4', 'level'],
  ])('given type %i and the price %s, then it is %s', (type, price, standing) => {
    expect(standingAt(betOf({ type }), parseDecimal<Price>(price))).toBe(standing);
  });

  it('given no entry tick, then it has no standing', () => {
    expect(standingAt(betOf({ entry_price: null }), parseDecimal<Price>('1'))).toBe(undefined);
    expect([sideOf(betOf({ type: 1 })), sideOf(betOf({ type: 2 }))]).toEqual(['up', 'down']);
  });
});
