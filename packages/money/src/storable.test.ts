import { describe, expect, it } from 'vitest';
import { type Amount, add, assertStorable, isStorable, LARGEST_MAGNITUDE, negate, parseDecimal } from './index.ts';

const largest = parseDecimal<Amount>('99999999999999999999.999999999999999999');
const dust = parseDecimal<Amount>('0.000000000000000001');

describe('the storage bounds', () => {
  it('given the largest value of either sign, when checked, then it fits', () => {
    expect(LARGEST_MAGNITUDE).toBe(largest);
    expect(() => assertStorable(largest)).not.toThrow();
    expect(() => assertStorable(negate(largest))).not.toThrow();
  });

  it('given one unit more of either sign, when checked, then it is a defect, though it could be computed', () => {
    const beyond = add(largest, dust);
    expect([isStorable(beyond), isStorable(negate(beyond))]).toEqual([false, false]);
    expect(() => assertStorable(beyond)).toThrow('numeric(38, 18)');
    expect(() => assertStorable(negate(beyond))).toThrow('numeric(38, 18)');
  });
});
