import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countdownText, secondsLeft, urgencyOf } from './countdown-text.ts';

describe('remaining time', () => {
  it.each([
    [0, '00:00'],
    [-5_000, '00:00'],
    [1, '00:01'],
    [59_001, '01:00'],
    [3_600_000, '01:00:00'],
    [86_400_000, '1d 00:00:00'],
    [187_869_000, '2d 04:11:09'],
  ])('of %d ms is shown as %s', (ms, text) => {
    expect(countdownText(ms)).toBe(text);
  });

  it('never shows zero while time remains', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 * 86_400_000 }), (ms) => {
        expect(/[1-9]/.test(countdownText(ms))).toBe(true);
        expect(secondsLeft(ms) * 1_000 - ms).toBeLessThan(1_000);
      }),
    );
  });

  it.each([
    [51, 'normal'],
    [50, 'warn'],
    [21, 'warn'],
    [20, 'danger'],
    [0, 'danger'],
  ])('at %d percent is %s', (percent, urgency) => {
    expect(urgencyOf(percent * 600, 60_000)).toBe(urgency);
  });
});
