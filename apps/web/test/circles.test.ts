import { describe, expect, it } from 'vitest';
import { findCircle } from '../circles.config.ts';

const imports = (lines: Record<string, string[]>) => new Map(Object.entries(lines));

describe('files that import one another', () => {
  it('are fine as long as none leads back to itself, however many ways lead to it', () => {
    expect(findCircle(imports({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toBeUndefined();
  });

  it('are found in a circle, wherever it begins', () => {
    expect(findCircle(imports({ a: ['b'], b: ['c'], c: ['d'], d: ['b'] }))).toEqual(['b', 'c', 'd', 'b']);
    expect(findCircle(imports({ a: ['a'] }))).toEqual(['a', 'a']);
  });
});
