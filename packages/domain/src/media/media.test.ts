import { describe, expect, it } from 'vitest';
import { isDrawable, PIXELS_MAX, SIDE_MAX } from './index.ts';

describe('the size of a picture', () => {
  it.each([
    [1, 1, true],
    [SIDE_MAX, 1, true],
    [1, SIDE_MAX + 1, false],
    [8_000, 5_000, true],
    [8_000, 5_001, false],
    [0, 10, false],
    [50_000, 50_000, false],
  ])('%i × %i is drawable: %s', (width, height, expected) => {
    expect(isDrawable({ width, height })).toBe(expected);
    expect(isDrawable({ width: height, height: width })).toBe(expected);
  });

  it('allows a photograph of forty million pixels', () => {
    expect(PIXELS_MAX).toBe(40_000_000);
  });
});
