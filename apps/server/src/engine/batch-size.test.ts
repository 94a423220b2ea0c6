import { describe, expect, it } from 'vitest';
import { createBatchSize } from './batch-size.ts';

describe('batch size', () => {
  it('given full and fast batches, when they are recorded, then the limit doubles up to 500', () => {
    const size = createBatchSize();
    const seen = [1, 2, 3, 4, 5].map(() => {
      size.note({ size: size.now(), tookMs: 20 });
      return size.now();
    });
    expect(seen).toEqual([100, 200, 400, 500, 500]);
  });

  it('given batches that are not full, when they are recorded, then the limit is unchanged', () => {
    const size = createBatchSize();
    size.note({ size: size.now() - 1, tookMs: 20 });
    expect(size.now()).toBe(50);
  });

  it('given slow batches, when they are recorded, then the limit halves down to 50', () => {
    const size = createBatchSize();
    for (let n = 0; n < 4; n++) size.note({ size: size.now(), tookMs: 20 });
    const seen = [1, 2, 3, 4, 5].map(() => {
      size.note({ size: 1, tookMs: 101 });
      return size.now();
    });
    expect(seen).toEqual([250, 125, 62, 50, 50]);
  });
});
