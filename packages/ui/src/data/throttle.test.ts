import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createThrottle } from './throttle.ts';

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
  const throttle = createThrottle(100, () => painted.push({ at: performance.now(), change }), { moment: 'frame' });
  for (change = 1; change <= changes; change++) {
    throttle.trigger();
    if (change < changes) vi.advanceTimersByTime(1_000 / changes);
  }
  change = changes;
  return { painted, throttle };
}

describe('a throttle for what is painted', () => {
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
    const throttle = createThrottle(100, () => ++paints > 1, { moment: 'frame' });
    throttle.trigger();
    vi.advanceTimersByTime(FRAME_MS);
    throttle.trigger();
    vi.advanceTimersByTime(FRAME_MS);
    expect(paints).toBe(2);
    throttle.trigger();
    vi.advanceTimersByTime(FRAME_MS);
    expect(paints).toBe(2);
  });

  it('given a pending change, when stopped, then it is never painted', () => {
    const { painted, throttle } = aSecondOf(1);
    throttle.stop();
    vi.advanceTimersByTime(500);
    expect(painted).toHaveLength(0);
  });
});

describe('a throttled action', () => {
  it('given a hundred requests in a second, when it may act every 500 ms, then it acts 3 times, last after the last', () => {
    const act = vi.fn();
    const { trigger } = createThrottle(500, act);
    for (let index = 0; index < 100; index++) {
      trigger();
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(500);
    expect(act).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(5_000);
    expect(act).toHaveBeenCalledTimes(3);
  });

  it('given a long idle time, when it is requested, then it acts at once', () => {
    const act = vi.fn();
    const { trigger } = createThrottle(500, act);
    trigger();
    vi.advanceTimersByTime(9_000);
    trigger();
    vi.advanceTimersByTime(0);
    expect(act).toHaveBeenCalledTimes(2);
  });

  it('given an action that requests itself, when it runs, then the next run is an interval later', () => {
    const act = vi.fn(() => throttle.trigger());
    const throttle = createThrottle(500, act);
    throttle.trigger();
    vi.advanceTimersByTime(499);
    expect(act).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(act).toHaveBeenCalledTimes(2);
  });

  it('given a pending request, when it is stopped, then nothing is done', () => {
    const act = vi.fn();
    const { trigger, stop } = createThrottle(500, act);
    trigger();
    stop();
    vi.advanceTimersByTime(1_000);
    expect(act).not.toHaveBeenCalled();
  });
});
