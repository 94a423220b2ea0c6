import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeOfUuid, uuidV7 } from './uuid.ts';

const times = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });

describe('a UUIDv7', () => {
  it('has the right format, contains its time, and sorts by it', () => {
    fc.assert(
      fc.property(times, times, bytes, bytes, (one, other, first, second) => {
        const a = uuidV7(one, first);
        const b = uuidV7(other, second);
        expect(a).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(timeOfUuid(a)).toBe(one);
        if (one < other) expect(a < b).toBe(true);
      }),
    );
  });
});
