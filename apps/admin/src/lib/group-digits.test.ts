import { describe, expect, it } from 'vitest';
import { groupDigits, signedDigits } from './group-digits.ts';

describe('an amount as text', () => {
  it.each([
    ['0', '0'],
    ['999', '999'],
    ['1000', '1,000'],
    ['1234567.00000001', '1,234,567.00000001'],
    ['-100000.5', '−100,000.5'],
  ])('%s is shown as %s', (text, shown) => {
    expect(groupDigits(text)).toBe(shown);
  });

  it('as a change has its sign, and zero has none', () => {
    expect(['12', '-12', '0'].map(signedDigits)).toEqual(['+12', '−12', '0']);
  });
});
