import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstIdAt, ID_EPOCH_MS, makeIds, timeOfId } from './ids.ts';

const clockReadings = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 300 });

describe('time-ordered ids', () => {
  it('increase strictly, whatever the clock does', () => {
    fc.assert(
      fc.property(clockReadings, fc.integer({ min: 0, max: 1023 }), (steps, writer) => {
        let nowMs = ID_EPOCH_MS + 1_000_000;
        const next = makeIds(writer, () => nowMs);
        let last = -1n;
        for (const step of steps) {
          nowMs += step;
          const id = next();
          expect(id > last).toBe(true);
          last = id;
        }
      }),
    );
  });

  it('given one frozen millisecond, when more than 4,096 are made, then none repeats and they stay sorted', () => {
    const next = makeIds(7, () => ID_EPOCH_MS + 5);
    const ids = Array.from({ length: 10_000 }, next);
    expect(new Set(ids).size).toBe(10_000);
    expect(ids).toEqual([...ids].sort((a, b) => (a < b ? -1 : 1)));
  });

  it('of two writers never collide', () => {
    const now = () => ID_EPOCH_MS + 9;
    const one = makeIds(0, now);
    const two = makeIds(1023, now);
    const ids = Array.from({ length: 5_000 }, () => [one(), two()]).flat();
    expect(new Set(ids).size).toBe(10_000);
  });

  it('carry their time and stay within 63 bits until 2094', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 41 - 1 }), (elapsed) => {
        const id = makeIds(1023, () => ID_EPOCH_MS + elapsed)();
        expect(timeOfId(id)).toBe(ID_EPOCH_MS + elapsed);
        expect(id < 2n ** 63n).toBe(true);
        expect(id >= firstIdAt(ID_EPOCH_MS + elapsed)).toBe(true);
      }),
    );
  });

  it('given a writer outside ten bits, when ids are requested, then it is a defect', () => {
    expect(() => makeIds(1024, () => ID_EPOCH_MS)).toThrow('ten bits');
  });
});
