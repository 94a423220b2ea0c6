import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Waits between events, in milliseconds. */
const waits = fc.array(fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 1_500 })), { maxLength: 100 });

describe('a pace', () => {
  it('is never faster than allowed in any second, and nothing waits longer than one interval', () => {
    fc.assert(
      fc.property(waits, fc.integer({ min: 1, max: 10 }), (asked, timesASecond) => {
        const acts: number[] = [];
        const triggerTimes: number[] = [];
        const pace = createPace(timesASecond, () => acts.push(performance.now()) > 0);
        for (const wait of asked) {
          vi.advanceTimersByTime(wait);
          triggerTimes.push(performance.now());
          pace.trigger();
        }
        vi.advanceTimersByTime(2_000);
        acts.forEach((atMs, index) => {
          const before = acts[index - timesASecond];
          if (before !== undefined) expect(atMs - before).toBeGreaterThanOrEqual(1_000);
        });
        for (const requestedMs of triggerTimes) {
          const answered = acts.find((atMs) => atMs >= requestedMs);
          expect(answered).toBeDefined();
          expect(Number(answered) - requestedMs).toBeLessThanOrEqual(Math.ceil(1_000 / timesASecond));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('given updates five times a second and four slots, when they arrive, then none waits past the next slot', () => {
    const acts: number[] = [];
    const beganMs = performance.now();
    const pace = createPace(4, () => acts.push(performance.now() - beganMs) > 0);
    for (let nextUpdate = 0; nextUpdate < 10; nextUpdate++) {
      pace.trigger();
      vi.advanceTimersByTime(200);
    }
    expect(acts).toEqual([0, 250, 500, 750, 1_000, 1_250, 1_500, 1_750, 2_000]);
  });

  it('given slots without an update, when one arrives, then it is sent at once', () => {
    let isThere = false;
    let acts = 0;
    const pace = createPace(1, () => {
      if (isThere) acts++;
      return isThere;
    });
    for (let ask = 0; ask < 10; ask++) pace.trigger();
    isThere = true;
    pace.trigger();
    expect(acts).toBe(1);
  });

  it('given a waiting update, when the pace is stopped, then nothing more happens', () => {
    let acts = 0;
    const pace = createPace(1, () => ++acts > 0);
    pace.trigger();
    pace.trigger();
    pace.stop();
    vi.advanceTimersByTime(5_000);
    expect(acts).toBe(1);
  });
});
