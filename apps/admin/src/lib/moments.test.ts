import { describe, expect, it } from 'vitest';
import { clockText, durationText } from './moments.ts';

describe('a time of the back office', () => {
  it('is UTC, whatever zone the device is in', () => {
    expect(clockText(Date.UTC(2026, 10, 14, 14, 22, 8), 'en')).toBe('14:22:08');
  });

  it('given a duration, then its two largest units are shown, and a past one is none', () => {
    expect(durationText(83_880_000, 'en')).toBe('23 hrs 18 mins');
    expect(durationText(9_000, 'en')).toBe('9 secs');
    expect(durationText(-5, 'en')).toBe('0 secs');
  });
});
