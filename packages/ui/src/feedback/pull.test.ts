import { describe, expect, it } from 'vitest';
import { isPulled, pulledBy } from './pull.ts';

describe('pulling to refresh', () => {
  it.each([
    [-40, 0],
    [0, 0],
    [80, 40],
    [120, 60],
    [1_000, 96],
  ])('given a drag of %d px, then the list moves by %d', (dragged, moved) => {
    expect(pulledBy(dragged)).toBe(moved);
  });

  it('triggers at sixty pixels, not before', () => {
    expect([0, 59.9, 60, 96].map(isPulled)).toEqual([false, false, true, true]);
  });
});
