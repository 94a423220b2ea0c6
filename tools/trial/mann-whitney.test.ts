import { describe, expect, it } from 'vitest';
import { mannWhitney } from './mann-whitney.ts';
import { seeded } from './random.ts';

const sample = (count: number, shift: number, seed: number) => {
  const random = seeded(seed);
  return Array.from({ length: count }, () => random(10_000) / 100 + shift);
};

describe('the Mann–Whitney test', () => {
  it('agrees with the example of scipy.stats.mannwhitneyu (asymptotic: U = 17, p = 0.1113)', () => {
    expect(mannWhitney([19, 22, 16, 29, 24], [20, 11, 17, 12])).toBeCloseTo(0.1113, 3);
  });

  it('given equal distributions, when tested 200 times, then about one in a hundred falls below 0.01', () => {
    const low = Array.from({ length: 200 }, (_, n) => mannWhitney(sample(200, 0, n), sample(200, 0, 1_000 + n)));
    expect(low.filter((p) => p < 0.01).length).toBeLessThan(9);
  });

  it('finds a shift of a twentieth of the range in a thousand pairs', () => {
    expect(mannWhitney(sample(1_000, 0, 1), sample(1_000, 5, 2))).toBeLessThan(0.001);
  });

  it('returns 1 where there is nothing to compare', () => {
    expect(mannWhitney([1, 1, 1], [1, 1, 1])).toBe(1);
  });
});
