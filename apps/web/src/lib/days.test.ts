import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayLabel, daysOf } from './days.ts';

const at = (text: string) => Date.parse(text);
const item = (id: number, text: string) => ({ id: BigInt(id), at: at(text) });

describe('notices by day', () => {
  const list = [item(3, '2026-03-02T01:30:00Z'), item(2, '2026-03-01T23:30:00Z'), item(1, '2026-03-01T08:00:00Z')];

  it('given a time zone, then midnight is that zone’s', () => {
    const ids = (zone: string) => daysOf(list, zone).map(({ items }) => items.map(({ id }) => Number(id)));
    expect(ids('UTC')).toEqual([[3], [2, 1]]);
    expect(ids('Europe/Berlin')).toEqual([[3, 2], [1]]);
    expect(ids('America/New_York')).toEqual([[3, 2, 1]]);
  });

  it('given pages that shifted while loading, then a notice in both is listed once', () => {
    expect(daysOf([...list, ...list.slice(1)], 'UTC').flatMap(({ items }) => items)).toEqual(list);
  });

  it('keeps every notice, in order', () => {
    const ids = fc.uniqueArray(fc.nat(1_000_000), { maxLength: 40 });
    fc.assert(
      fc.property(ids, (list) => {
        const items = list.sort((a, b) => b - a).map((id) => ({ id: BigInt(id), at: id * 9_000_000 }));
        expect(daysOf(items, 'Asia/Bangkok').flatMap((day) => day.items)).toEqual(items);
      }),
    );
  });
});

describe('the label of a day', () => {
  const look = { now: at('2026-03-02T10:00:00Z'), timeZone: 'UTC', locale: 'en' };

  it.each([
    ['2026-03-02T00:00:00Z', 'today'],
    ['2026-03-01T23:59:00Z', 'yesterday'],
    ['2026-02-28T12:00:00Z', 'February 28'],
    ['2025-12-31T12:00:00Z', 'December 31, 2025'],
  ])('given %s, then %s', (then, text) => {
    expect(dayLabel(at(then), look)).toBe(text);
  });

  it('given a clock change between them, then yesterday is still yesterday', () => {
    const berlin = { ...look, timeZone: 'Europe/Berlin', now: at('2026-03-29T22:30:00Z') };
    expect(dayLabel(at('2026-03-29T00:30:00Z'), berlin)).toBe('yesterday');
  });
});
