import { describe, expect, it } from 'vitest';
import { createBatchSize } from './batch-size.ts';

describe('the size of a batch', () => {
  it('given full batches that are quick, when they are noted, then it doubles up to 500', () => {
    const size = createBatchSize();
    const seen = [1, 2, 3, 4, 5].map(() => {
      size.note({ size: size.now(), tookMs: 20 });
      return size.now();
    });
    expect(seen).toEqual([100, 200, 400, 500, 500]);
  });

  it('given batches that are not full, when they are noted, then it stays', () => {
    const size = createBatchSize();
    size.note({ size: size.now() - 1, tookMs: 20 });
    expect(size.now()).toBe(50);
  });

  it('given slow ones, when they are noted, then it halves down to 50', () => {
    const size = createBatchSize();
    for (let n = 0; n < 4; n++) size.note({ size: size.now(), tookMs: 20 });
    const seen = [1, 2, 3, 4, 5].map(() => {
      size.note({ size: 1, tookMs: 101 });
      return size.now();
    });
    expect(seen).toEqual([250, 125, 62, 50, 50]);
  });
});
