import { describe, expect, it } from 'vitest';
import { freshnessOf } from './price-marks.ts';

describe('the freshness of data', () => {
  it.each([
    [0, 'fresh'],
    [4_999, 'fresh'],
    [5_000, 'late'],
    [14_999, 'late'],
    [15_000, 'stale'],
  ] as const)('received %i ms ago is %s', (agoMs, freshness) => {
    expect(freshnessOf(1_000_000, 1_000_000 + agoMs)).toBe(freshness);
  });
});
