import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitBySize } from './message-size.ts';

const LARGEST = 128 * 1_024;

describe('splitting by size', () => {
  it('keeps every part once and in order, and no message of several parts is larger than the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 200_000 }), { maxLength: 1_000 }), (sizes) => {
        const messages = splitBySize(sizes, (size) => size);
        expect(messages.flat()).toEqual(sizes);
        for (const parts of messages) {
          expect(parts.length).toBeLessThanOrEqual(200);
          if (parts.length > 1) expect(parts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LARGEST);
        }
      }),
    );
  });

  it('given neighbours that fit together, then they are in one message', () => {
    expect(splitBySize([LARGEST - 1, 1, 1], (size) => size)).toEqual([[LARGEST - 1, 1], [1]]);
    expect(splitBySize([], () => 1)).toEqual([]);
  });
});
