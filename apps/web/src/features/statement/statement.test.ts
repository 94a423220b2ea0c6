import { describe, expect, it } from 'vitest';
import { isOutdated, type Job, jobOf, stateOf } from './export-jobs.ts';
import { createDates, listMonths, monthIn, previousMonth } from './statement-months.ts';

const NOW = Date.parse('2026-11-18T02:00:00Z');

describe('the month of the page', () => {
  it.each([
    ['month=2026-10', '2026-10'],
    ['month=2026-11', '2026-11'],
    ['month=2026-12', '2026-11'],
    ['month=2026-13', '2026-11'],
    ['', '2026-11'],
  ])('of %j is %s', (address, expected) => {
    expect(monthIn(new URLSearchParams(address), NOW)).toBe(expected);
  });

  it('steps over the turn of the year', () => {
    expect([previousMonth('2026-01'), previousMonth('2026-10')]).toEqual(['2025-12', '2026-09']);
  });

  it('lists from the first month on, newest first, and always the shown one', () => {
    expect(listMonths('2026-09', '2026-10', NOW)).toEqual(['2026-11', '2026-10', '2026-09']);
    expect(listMonths(null, '2026-10', NOW)).toEqual(['2026-11', '2026-10']);
    expect(listMonths('2026-11', '2026-11', NOW)).toEqual(['2026-11']);
  });

  it('is named by the Gregorian calendar in UTC, also in Thai', () => {
    expect(createDates('th').month('2026-10')).toBe('ตุลาคม 2026');
    expect(createDates('en').day(Date.parse('2026-11-01T00:00:00Z') - 1)).toBe('Oct 31');
  });
});

const job = (more: Partial<Job>): Job => ({
  id: 1n,
  kind: 'trades.csv',
  period: '2026-10',
  language: 'en',
  status: 'done',
  progress: 100,
  at: 0,
  ended_at: 1,
  expires_at: 2,
  expired: false,
  filename: 'a.csv',
  bytes: 1,
  sha256: '',
  error: null,
  ...more,
});

describe('a file of the page', () => {
  it('is the newest of its kind and period', () => {
    const jobs = [job({ id: 3n, period: '2026' }), job({ id: 2n }), job({ id: 1n })];
    expect(jobOf(jobs, 'trades.csv', '2026-10')?.id).toBe(2n);
    expect(jobOf(jobs, 'ledger.csv', '2026-10')).toBeUndefined();
  });

  it.each([
    ['none', undefined],
    ['open', job({ status: 'waiting' })],
    ['open', job({ status: 'running' })],
    ['ready', job({})],
    ['ended', job({ expired: true })],
    ['ended', job({ status: 'failed' })],
    ['ended', job({ status: 'stopped' })],
  ])('is %s', (state, of) => {
    expect(stateOf(of)).toBe(state);
  });

  it('is outdated if it was made before its period ended, or is a PDF in another language', () => {
    const ended = Date.parse('2026-11-01T00:00:00Z');
    expect(isOutdated(job({ at: ended - 1 }), 'en')).toBe(true);
    expect(isOutdated(job({ at: ended }), 'en')).toBe(false);
    expect(isOutdated(job({ at: ended, period: '2026' }), 'en')).toBe(true);
    expect(isOutdated(job({ at: Date.parse('2027-01-01T00:00:00Z'), period: '2026' }), 'th')).toBe(false);
    expect(isOutdated(job({ at: ended, kind: 'statement.pdf' }), 'th')).toBe(true);
  });
});
