import { describe, expect, it } from 'vitest';
import { createQuarantine } from './quarantine.ts';

describe('quarantine', () => {
  it('given a user whose command failed, when a minute has passed, then they may try again', () => {
    let nowMs = 0;
    const quarantine = createQuarantine(() => nowMs);
    quarantine.addUser(7n);
    expect([quarantine.hasUser(7n), quarantine.hasUser(8n)]).toEqual([true, false]);
    nowMs = 59_999;
    expect(quarantine.hasUser(7n)).toBe(true);
    nowMs = 60_000;
    expect(quarantine.hasUser(7n)).toBe(false);
  });

  it('given a trigger that fails, when it has failed more than three times in a minute, then it has to wait', () => {
    let nowMs = 0;
    const quarantine = createQuarantine(() => nowMs);
    expect([1, 2, 3].map(() => quarantine.addFailure('a'))).toEqual([false, false, false]);
    expect(quarantine.hasTrigger('a')).toBe(false);
    expect(quarantine.addFailure('a')).toBe(true);
    expect([quarantine.hasTrigger('a'), quarantine.hasTrigger('b')]).toEqual([true, false]);
    nowMs = 60_000;
    expect([quarantine.hasTrigger('a'), quarantine.addFailure('a')]).toEqual([false, false]);
  });
});
