import { describe, expect, it } from 'vitest';
import { strengthOf } from './new-password.ts';

describe('the strength of a password', () => {
  it.each([
    ['', { isLongEnough: false, isUncommon: false, isStrong: false }],
    ['abcdef', { isLongEnough: false, isStrong: false }],
    ['abcdefg', { isLongEnough: true, isUncommon: true, isStrong: false }],
    ['12345678', { isLongEnough: true, isUncommon: false, isStrong: false }],
    ['Password1!', { isUncommon: false, isStrong: false }],
    ['aaaaaaaaaaaaaaaa', { isUncommon: false, isStrong: false }],
    ['tide-pool-lantern', { isLongEnough: true, isUncommon: true, isStrong: true }],
    ['tidepoollan', { isStrong: false }],
    ['tidepoollant', { isStrong: true }],
    ['Tide7pools', { isStrong: false }],
    ['tide7-po', { isStrong: true }],
  ])('of %j is %o', (password, expected) => {
    expect(strengthOf(password)).toMatchObject(expected);
  });

  it('passes a mark of the gauge only with the rule for that mark', () => {
    expect(strengthOf('abcdef').percent).toBeLessThan(35);
    expect(strengthOf('abcdefghi').percent).toBeLessThan(70);
    expect(strengthOf('tide-pool-lantern').percent).toBeGreaterThan(70);
    expect(strengthOf('').percent).toBe(0);
  });
});
