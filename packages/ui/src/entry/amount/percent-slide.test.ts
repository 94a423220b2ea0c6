import { describe, expect, it } from 'vitest';
import { markPassed, settlePercent } from './percent-slide.ts';

describe('a dragged percent slider', () => {
  it.each([
    [-5, 0],
    [1.4, 0],
    [3, 3],
    [22.4, 22],
    [22.6, 25],
    [26.9, 25],
    [28, 28],
    [49, 50],
    [98, 100],
    [140, 100],
  ])('maps %d to %d', (raw, settled) => {
    expect(settlePercent(raw)).toBe(settled);
  });

  it.each([
    ['rising onto one', 20, 25, 25],
    ['rising past two, the last', 20, 60, 50],
    ['falling past two, the last', 60, 20, 25],
    ['leaving one is not passing it', 25, 30, undefined],
    ['between two', 30, 40, undefined],
    ['standing still', 50, 50, undefined],
  ])('ticks when %s', (_case, from, to, mark) => {
    expect(markPassed(from, to)).toBe(mark);
  });
});
