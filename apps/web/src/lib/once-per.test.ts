import { describe, expect, it } from 'vitest';
import { oncePer } from './once-per.ts';

describe('a submit', () => {
  it('given ten taps within 500 ms, when each submits, then one passes, and the next one after that', () => {
    let now = 0;
    let sent = 0;
    const guard = oncePer(500, () => now);
    for (; now < 500; now += 50) guard(() => sent++);
    expect(sent).toBe(1);
    guard(() => sent++);
    expect(sent).toBe(2);
  });
});
