import { describe, expect, it } from 'vitest';
import { findCircle } from '../circles.config.ts';

const imports = (lines: Record<string, string[]>) => new Map(Object.entries(lines));

describe('import cycles', () => {
  it('are absent as long as no file leads back to itself, however many paths lead to it', () => {
    expect(findCircle(imports({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toBeUndefined();
  });

  it('are found wherever they begin', () => {
    expect(findCircle(imports({ a: ['b'], b: ['c'], c: ['d'], d: ['b'] }))).toEqual(['b', 'c', 'd', 'b']);
    expect(findCircle(imports({ a: ['a'] }))).toEqual(['a', 'a']);
  });
});
