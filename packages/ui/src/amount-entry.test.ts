import { describe, expect, it } from 'vitest';
import { readPastedAmount, typeAmount } from './amount-entry.ts';

describe('an amount field while it is typed', () => {
  it.each([
    ['a comma becomes a point at once', '1', '1,', '1.'],
    ['a bare point gets its zero', '', '.', '0.'],
    ['a second separator is not taken', '1.5', '1.5,', '1.5'],
    ['a second point in the middle is not taken', '1.5', '1..5', '1.5'],
    ['places beyond the last are cut, not rounded', '1.23', '1.239', '1.23'],
    ['leading zeros go', '0', '07', '7'],
    ['one zero may stand', '', '0', '0'],
    ['zero and a point may stand', '0', '0.', '0.'],
    ['letters are not taken', '12', '12e', '12'],
    ['a minus is not taken', '', '-', ''],
    ['it may be emptied', '1', '', ''],
    ['more digits than storage has are not taken', '9'.repeat(20), '9'.repeat(21), '9'.repeat(20)],
  ])('%s', (_law, before, after, held) => {
    expect(typeAmount(before, after, 2)).toBe(held);
  });

  it('given no places, when a point is typed, then it is dropped', () => {
    expect(typeAmount('1', '1.', 0)).toBe('1');
  });
});

describe('an amount that is pasted', () => {
  it.each([
    ['1,234', '1234'],
    ['1,234.5', '1234.5'],
    ['1,234,567.891', '1234567.891'],
    ['1.234,56', '1234.56'],
    ['1.234.567', '1234567'],
    ['1.234', '1.234'],
    ['0,5', '0.5'],
    ['0,123', '0.123'],
    ['1,23', '1.23'],
    [' 1 234,50 USDT', '1234.50'],
    ['.5', '0.5'],
    ['007', '7'],
    ['0.12345678901', '0.1234567890'],
  ])('reads %j as %s', (pasted, read) => {
    expect(readPastedAmount(pasted, 10)).toBe(read);
  });

  it.each(['', 'abc', '-5', '1,2,3', '1.2.3', '1,23,456', '1e5', '12.34.56,7'])('does not guess %j', (pasted) => {
    expect(readPastedAmount(pasted, 10)).toBeUndefined();
  });
});
