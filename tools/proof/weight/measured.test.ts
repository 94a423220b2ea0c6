import { describe, expect, it } from 'vitest';
import { isTooMuch, type Measured, summaryOf, tableOf } from './measured.ts';

const lcp = (value: number): Measured => ({ kind: 'LCP', what: 'home: LCP', value, unit: 's', aim: 2.5, limit: 3.75 });
const frame = (value: number): Measured => ({ kind: 'frame', what: 'the frame', value, unit: 'kB', limit: 130 });

describe('a figure beyond its aim', () => {
  it('given it is within its limit, then it holds, and both table and summary tell', () => {
    const figures = [frame(120), lcp(2.6)];
    expect(figures.some(isTooMuch)).toBe(false);
    expect(tableOf('Vitals', figures).at(-1)).toMatch(/^ {2}! home: LCP/);
    expect(summaryOf(figures)).toBe('frame 120.0 kB, LCP 2.60 s; beyond its aim: home: LCP 2.60 s');
  });

  it('given it is beyond its limit, then that is what is told', () => {
    expect(isTooMuch(lcp(3.8))).toBe(true);
    expect(summaryOf([frame(120), lcp(3.8)])).toBe('home: LCP 3.80 s, ≤ 3.75 s');
  });

  it('given a size, then its limit is hard', () => {
    expect(isTooMuch(frame(130.1))).toBe(true);
    expect(summaryOf([frame(130), lcp(2.5)])).toBe('frame 130.0 kB, LCP 2.50 s');
  });
});
