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
  it('given room, then all of them stand', () => {
    expect(calmTicks(ticks(5, 50), [])).toHaveLength(5);
  });

  it('given too little room, then the rounder half stands', () => {
    expect(valuesOf(calmTicks(ticks(6, 30), []))).toEqual([66_600, 67_200, 67_800]);
  });

  it('given another first label, then the same half stands', () => {
    expect(valuesOf(calmTicks(ticks(6, 30, 66_600), []))).toEqual([66_600, 67_200, 67_800]);
  });

  it('given few, then none is left away', () => {
    expect(calmTicks(ticks(3, 25), [])).toHaveLength(3);
  });

  it('given the last price close by, then it speaks alone and the grid stays', () => {
    const texts = calmTicks(ticks(4, 50), [245, 40]).map(({ text }) => text);
    expect(texts).toEqual(['price', '', 'price', 'price']);
  });
});
