import { describe, expect, it } from 'vitest';
import { BAR_SPACE, BAR_SPACE_MAX, BAR_SPACE_MIN, isDoubleTap, pageDistance, zoomScale } from './zoom-steps.ts';

/** Presses a button until nothing changes. */
function pressAll(direction: 'in' | 'out'): number[] {
  const spaces = [BAR_SPACE];
  for (let count = 0; count < 100; count += 1) {
    const space = spaces.at(-1)!;
    const next = space * zoomScale(space, direction);
    if (next === space) return spaces;
    spaces.push(next);
  }
  return spaces;
}

describe('zooming by buttons', () => {
  it('ends at the limits and not before', () => {
    expect(pressAll('in').at(-1)).toBeCloseTo(BAR_SPACE_MAX);
    expect(pressAll('out').at(-1)).toBeCloseTo(BAR_SPACE_MIN);
  });

  it('takes a few presses, each with a visible effect', () => {
    const spaces = pressAll('in');
    expect(spaces.length).toBeLessThan(10);
    expect(spaces.length).toBeGreaterThan(3);
  });

  it('in and out cancel each other', () => {
    const near = BAR_SPACE * zoomScale(BAR_SPACE, 'in');
    expect(near * zoomScale(near, 'out')).toBeCloseTo(BAR_SPACE);
  });
});

describe('moving by buttons', () => {
  it('keeps part of the view visible', () => {
    expect(pageDistance(330)).toBe(198);
  });
});

describe('two taps', () => {
  const first = { x: 100, y: 100, time: 1_000 };

  it.each([
    ['soon and near', { x: 108, y: 95, time: 1_250 }, true],
    ['too late', { x: 100, y: 100, time: 1_400 }, false],
    ['too far', { x: 130, y: 100, time: 1_100 }, false],
  ])('%s', (_, second, isDouble) => {
    expect(isDoubleTap(first, second)).toBe(isDouble);
  });

  it('need a first one', () => {
    expect(isDoubleTap(undefined, first)).toBe(false);
  });
});
