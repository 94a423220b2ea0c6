import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conflate } from './conflate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a rate-limited action', () => {
  it('given a hundred requests in a second, when it may act every 500 ms, then it acts 3 times, last after the last', () => {
    const act = vi.fn();
    const { trigger } = conflate(500, act);
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
    const { trigger } = conflate(500, act);
    trigger();
    vi.advanceTimersByTime(9_000);
    trigger();
    vi.advanceTimersByTime(0);
    expect(act).toHaveBeenCalledTimes(2);
  });

  it('given it has ended, when a pending request is due, then nothing is done', () => {
    const act = vi.fn();
    const { trigger, end } = conflate(500, act);
    trigger();
    end();
    vi.advanceTimersByTime(1_000);
    expect(act).not.toHaveBeenCalled();
  });
});
