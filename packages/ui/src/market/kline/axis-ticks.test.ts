import { describe, expect, it } from 'vitest';
import { calmTicks } from './axis-ticks.ts';

const ticks = (count: number, px: number, from = 66_300) =>
  Array.from({ length: count }, (_, index) => ({
    coord: 300 - index * px,
    value: String(from + index * 300),
    text: 'price',
  }));
const valuesOf = (kept: readonly { value: number | string }[]) => kept.map(({ value }) => Number(value));

describe('labels of the price axis', () => {
  it('given enough space, then all of them are shown', () => {
    expect(calmTicks(ticks(5, 50), [])).toHaveLength(5);
  });

  it('given too little space, then the rounder half is shown', () => {
    expect(valuesOf(calmTicks(ticks(6, 30), []))).toEqual([66_600, 67_200, 67_800]);
  });

  it('given another first label, then the same half is shown', () => {
    expect(valuesOf(calmTicks(ticks(6, 30, 66_600), []))).toEqual([66_600, 67_200, 67_800]);
  });

  it('given few labels, then none is dropped', () => {
    expect(calmTicks(ticks(3, 25), [])).toHaveLength(3);
  });

  it('given the last price close by, then the label there is hidden and its grid line stays', () => {
    const texts = calmTicks(ticks(4, 50), [245, 40]).map(({ text }) => text);
    expect(texts).toEqual(['price', '', 'price', 'price']);
  });
});
