import { describe, expect, it } from 'vitest';
import { timeAgo } from './time-ago.ts';

const NOW = 1_800_000_000_000;

describe('relative times', () => {
  it.each([
    [0, 'now'],
    [59_999, 'now'],
    [60_000, '1 minute ago'],
    [7_199_000, '1 hour ago'],
    [86_400_000, 'yesterday'],
    [12 * 86_400_000, '12 days ago'],
    [-5_000, 'now'],
  ])('%i ms is shown as %j', (passed, expected) => {
    expect(timeAgo(NOW - passed, NOW, 'en')).toBe(expected);
  });
});
