import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countdownText, secondsLeft, urgencyOf } from './countdown-text.ts';

describe('time that is left', () => {
  it.each([
    [0, '00:00:00'],
    [-5_000, '00:00:00'],
    [1, '00:00:01'],
    [59_001, '00:01:00'],
    [3_600_000, '01:00:00'],
    [86_400_000, '1d 00:00:00'],
    [187_869_000, '2d 04:11:09'],
  ])('of %d ms reads %s', (ms, text) => {
    expect(countdownText(ms)).toBe(text);
  });

  it('reads back as the seconds it stands for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * 86_400_000 }), (ms) => {
        const [clock = '', days = '0d'] = countdownText(ms).split(' ').reverse();
        const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
        expect(minutes < 60 && seconds < 60 && hours < 24).toBe(true);
        expect(((Number.parseInt(days, 10) * 24 + hours) * 60 + minutes) * 60 + seconds).toBe(secondsLeft(ms));
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
