import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { repeatWhileHeld, waitBeforeStep } from './hold-repeat.ts';

describe('a held stepper', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('has the longest delay first, then a shorter one, then the shortest', () => {
    expect([1, 2, 10, 11, 50].map(waitBeforeStep)).toEqual([400, 120, 120, 50, 50]);
  });

  it('steps at once, pauses, and repeats until released', () => {
    const step = vi.fn(() => true);
    const letGo = repeatWhileHeld(step);
    expect(step).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(399);
    expect(step).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1 + 120);
    expect(step).toHaveBeenCalledTimes(3);
    letGo();
    vi.advanceTimersByTime(10_000);
    expect(step).toHaveBeenCalledTimes(3);
  });

  it('stops on its own at the end of the range', () => {
    const step = vi.fn(() => false);
    repeatWhileHeld(step);
    vi.advanceTimersByTime(10_000);
    expect(step).toHaveBeenCalledTimes(1);
  });
});
