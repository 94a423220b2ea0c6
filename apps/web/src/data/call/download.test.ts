import { describe, expect, it } from 'vitest';
import { showSize } from './download.ts';

describe('the size of a file', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [214_300, '214 kB'],
    [1_840_000, '1.8 MB'],
    [5_400_000, '5.4 MB'],
  ])('of %d bytes is shown as %s', (bytes, shown) => {
    expect(showSize(bytes)).toBe(shown);
  });
});
