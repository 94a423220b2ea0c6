import { describe, expect, it } from 'vitest';
import { isEnded, statusOf, timeLeftMs } from './bet-time.ts';

describe('a bet', () => {
  it('is open while it waits or runs, and over once it is settled, cancelled or void', () => {
    const all = [0, 1, 2, 3, 4].map((status) => ({ status }));
    expect(all.map(statusOf)).toEqual(['waiting', 'running', 'settled', 'cancelled', 'void']);
    expect(all.map(isEnded)).toEqual([false, false, true, true, true]);
  });

  it('has its whole length left until it has entered, then what is left until its exit tick is due', () => {
    expect(timeLeftMs({ seconds: 30, expires: null }, 5_000)).toBe(30_000);
    expect(timeLeftMs({ seconds: 30, expires: 40_000 }, 10_500)).toBe(29_500);
    expect(timeLeftMs({ seconds: 30, expires: 40_000 }, 40_001)).toBe(0);
  });
});
