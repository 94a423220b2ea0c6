import { describe, expect, it } from 'vitest';
import { compareBars } from './candle-table.ts';

const MINUTE = 60_000;
const NOW = 10 * MINUTE;
const bars = (...starts: readonly [minute: number, figures: string][]) =>
  new Map(starts.map(([minute, figures]) => [minute * MINUTE, figures]));

describe('comparison of a page’s bars with the server’s', () => {
  it('given the same bars, then none differs and every finished one was compared', () => {
    const both = bars([6, 'a'], [7, 'b'], [8, 'c']);
    expect(compareBars(both, both, NOW)).toEqual({ compared: [6, 7, 8].map((it) => it * MINUTE), wrong: [] });
  });

  it.each([
    ['a bar that stopped halfway', bars([6, 'a'], [7, 'half'], [8, 'c'])],
    ['a bar that is missing between others', bars([6, 'a'], [8, 'c'])],
    ['a bar that is missing at the end', bars([6, 'a'], [7, 'b'])],
    ['a bar that the server does not have', bars([5, 'x'], [6, 'a'], [7, 'b'], [8, 'c'])],
  ])('given %s, then it is reported', (_, shown) => {
    const served = bars([6, 'a'], [7, 'b'], [8, 'c']);
    expect(compareBars(shown, served, NOW).wrong).toHaveLength(1);
  });

  it('given a bar that is open or possibly not stored yet, then it is not compared', () => {
    const shown = bars([7, 'b'], [8, 'c'], [9, 'open']);
    const served = bars([7, 'b'], [8, 'other']);
    expect(compareBars(shown, served, 9 * MINUTE + 7_999)).toEqual({ compared: [7 * MINUTE], wrong: [] });
  });

  it('given bars before the oldest one on the page, then they are ignored', () => {
    expect(compareBars(bars([8, 'c']), bars([6, 'a'], [7, 'b'], [8, 'c']), NOW)).toEqual({
      compared: [8 * MINUTE],
      wrong: [],
    });
  });

  it('given an empty page, then nothing was compared', () => {
    expect(compareBars(new Map(), bars([6, 'a']), NOW).compared).toEqual([]);
  });
});
