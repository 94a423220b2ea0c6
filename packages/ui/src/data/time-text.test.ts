import { describe, expect, it } from 'vitest';
import { durationText, momentText, offsetText, zoneText } from './time-text.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string) => Date.parse(text);

describe('a duration', () => {
  it.each([
    [0, '00:00'],
    [-1, '00:00'],
    [999, '00:00'],
    [1_000, '00:01'],
    [59_999, '00:59'],
    [HOUR - 1, '59:59'],
    [HOUR, '01:00:00'],
    [DAY - 1, '23:59:59'],
    [DAY, '1d 00:00:00'],
    [2 * DAY + 4 * HOUR + 11 * 60_000 + 9_000, '2d 04:11:09'],
    [400 * DAY, '400d 00:00:00'],
  ])('of %d ms is %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});

describe('a timestamp', () => {
  const now = at('2026-07-01T12:00:00Z');

  it.each([
    ['2026-03-04T05:06:59Z', 'UTC', '03-04 05:06'],
    ['2026-03-04T00:00:00Z', 'UTC', '03-04 00:00'],
    ['2025-12-31T23:59:59Z', 'UTC', '2025-12-31'],
    ['2025-12-31T23:59:59Z', 'Asia/Hong_Kong', '01-01 07:59'],
    ['2026-01-01T02:00:00Z', 'America/New_York', '2025-12-31'],
    ['2027-01-01T00:00:00Z', 'UTC', '2027-01-01'],
  ])('given %s in %s, when it is shown in July 2026, then it is %s', (moment, zone, text) => {
    expect(momentText(at(moment), zone, now)).toBe(text);
  });

  it('given new year in the time zone but not yet in UTC, then the zone’s year is the current year', () => {
    const eve = at('2026-12-31T20:00:00Z');
    expect(momentText(eve, 'Asia/Tokyo', eve)).toBe('01-01 05:00');
    expect(momentText(at('2026-12-31T10:00:00Z'), 'Asia/Tokyo', eve)).toBe('2026-12-31');
  });

  it.each([
    ['UTC', '2026-07-01T00:00:00Z', 'UTC+0'],
    ['Asia/Hong_Kong', '2026-07-01T00:00:00Z', 'UTC+8'],
    ['Asia/Kolkata', '2026-07-01T00:00:00Z', 'UTC+5:30'],
    ['America/New_York', '2026-07-01T00:00:00Z', 'UTC\u22124'],
    ['America/New_York', '2026-01-01T00:00:00Z', 'UTC\u22125'],
  ])('given %s at %s, then its offset is %s', (zone, moment, text) => {
    expect(zoneText(at(moment), zone)).toBe(text);
  });

  it('given zero under either of its names, then it is shown the same', () => {
    expect([offsetText('GMT'), offsetText('GMT+0')]).toEqual(['UTC+0', 'UTC+0']);
  });
});
