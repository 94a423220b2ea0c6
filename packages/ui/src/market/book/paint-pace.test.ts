import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPaintPace } from './paint-pace.ts';

const FRAME_MS = 16;

/** Timers, frames and the clock advance only when the test moves them. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => Number(setTimeout(act, FRAME_MS)));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => clearTimeout(id));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Requests so many paints, evenly over a second; records the latest change at each paint. */
function aSecondOf(changes: number) {
  const painted: { at: number; change: number }[] = [];
  let change = 0;
  const pace = createPaintPace(10, () => {
    painted.push({ at: performance.now(), change });
    return true;
  });
  for (change = 1; change <= changes; change++) {
    pace.trigger();
    if (change < changes) vi.advanceTimersByTime(1_000 / changes);
  }
  change = changes;
  return { painted, pace };
}

describe('the paint rate limit', () => {
  it('given a change after an idle period, when requested, then it is painted in the next frame', () => {
    const { painted } = aSecondOf(1);
    expect(painted).toHaveLength(0);
    vi.advanceTimersByTime(FRAME_MS);
    expect(painted).toHaveLength(1);
  });

  it('given sixty changes a second, when painted, then paints are at least a tenth of a second apart', () => {
    const { painted } = aSecondOf(60);
    vi.advanceTimersByTime(500);
    const gaps = painted.slice(1).map(({ at }, index) => at - (painted[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
    expect(painted.length).toBeGreaterThan(7);
  });

  it('given a burst that ends, when time passes, then the last change has been painted', () => {
    const { painted } = aSecondOf(60);
    vi.advanceTimersByTime(500);
    expect(painted.at(-1)?.change).toBe(60);
  });

  it('given a change that painted nothing, when the next one paints something, then it is not delayed by the first', () => {
    let paints = 0;
    const pace = createPaintPace(10, () => ++paints > 1);
    pace.trigger();
    vi.advanceTimersByTime(FRAME_MS);
    pace.trigger();
    vi.advanceTimersByTime(FRAME_MS);
    expect(paints).toBe(2);
    pace.trigger();
    vi.advanceTimersByTime(FRAME_MS);
    expect(paints).toBe(2);
  });

  it('given a pending change, when stopped, then it is never painted', () => {
    const { painted, pace } = aSecondOf(1);
    pace.stop();
    vi.advanceTimersByTime(500);
    expect(painted).toHaveLength(0);
  });
});
