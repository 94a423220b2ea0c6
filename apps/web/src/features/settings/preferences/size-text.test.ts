import { describe, expect, it } from 'vitest';
import { sizeText } from './cache-files.ts';

describe('a size', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [1_234_567, '1.2 MB'],
    [45_900_000, '45 MB'],
    [3_400_000_000_000, '3400 GB'],
  ])('given %i bytes, then it shows %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });
});
