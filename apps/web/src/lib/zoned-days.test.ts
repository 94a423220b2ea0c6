import { describe, expect, it } from 'vitest';
import { clockText, dayBegin, dayOf, daysBefore, isDay } from './zoned-days.ts';

const at = (text: string) => Date.parse(text);

describe('the day of a timestamp', () => {
  it.each([
    ['UTC', '2026-03-01'],
    ['Asia/Hong_Kong', '2026-03-02'],
    ['America/New_York', '2026-03-01'],
    ['Pacific/Kiritimati', '2026-03-02'],
    ['Pacific/Pago_Pago', '2026-03-01'],
  ])('given %s, then it is the day in that zone', (zone, day) => {
    expect(dayOf(at('2026-03-01T18:30:00Z'), zone)).toBe(day);
  });
});

describe('the first moment of a day', () => {
  it.each([
    ['UTC', '2026-03-01', '2026-03-01T00:00:00Z'],
    ['Asia/Hong_Kong', '2026-03-01', '2026-02-28T16:00:00Z'],
    ['Asia/Kolkata', '2026-03-01', '2026-02-28T18:30:00Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z'],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00:00Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00Z'],
    ['Pacific/Kiritimati', '2026-03-01', '2026-02-28T10:00:00Z'],
  ])('given %s and %s, then it is %s', (zone, day, moment) => {
    expect(new Date(dayBegin(day, zone)).toISOString()).toBe(new Date(moment).toISOString());
  });

  it('given a zone whose clocks change at midnight, then the day begins after the change', () => {
    const begin = dayBegin('2018-11-04', 'America/Sao_Paulo');
    expect(new Date(begin).toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(dayOf(begin - 1, 'America/Sao_Paulo')).toBe('2018-11-03');
  });

  it.each(['UTC', 'Europe/Istanbul', 'America/New_York', 'Asia/Tehran', 'Australia/Lord_Howe'])(
    'given every day of a year in %s, then it is the first moment of that day',
    (zone) => {
      for (let count = 0, day = '2021-01-01'; count < 365; count++, day = daysBefore(day, -1)) {
        const begin = dayBegin(day, zone);
        expect([dayOf(begin, zone), dayOf(begin - 1, zone)]).toEqual([day, daysBefore(day, 1)]);
      }
    },
  );
});

describe('days', () => {
  it('are counted over months and leap days', () => {
    expect(daysBefore('2024-03-01', 1)).toBe('2024-02-29');
    expect(daysBefore('2025-12-31', -1)).toBe('2026-01-01');
  });

  it.each(['2026-3-1', '2026-13-01', '', '01.03.2026', '2026-03-01T00:00'])('are not %j', (text) => {
    expect(isDay(text)).toBe(false);
  });
});

describe('the clock', () => {
  it('is shown in the zone', () => {
    expect(clockText(at('2026-03-01T18:30:05.900Z'), 'Asia/Kolkata', 'second')).toBe('00:00:05');
    expect(clockText(at('2026-03-01T18:30:05.900Z'), 'UTC', 'minute')).toBe('18:30');
  });
});
