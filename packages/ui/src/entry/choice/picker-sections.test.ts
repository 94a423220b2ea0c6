import { describe, expect, it } from 'vitest';
import { letterAt, recentItems, searchItems, sectionItems } from './picker-sections.ts';

const items = [
  { value: 'AX', label: 'Åland' },
  { value: 'AR', label: 'Argentina', keywords: '+54' },
  { value: 'TR', label: 'Türkiye', keywords: '+90 Turkey' },
  { value: 'CI', label: 'Côte d’Ivoire' },
];
const valuesOf = (found: readonly { value: string }[]) => found.map(({ value }) => value);

describe('a picker list', () => {
  it.each([
    ['', ['AX', 'AR', 'TR', 'CI']],
    ['turk', ['TR']],
    ['+9', ['TR']],
    ['COTE', ['CI']],
    ['ar 54', ['AR']],
    ['ar 90', []],
    [' tr ', ['TR']],
  ])('finds %j', (typed, found) => {
    expect(valuesOf(searchItems(items, typed))).toEqual(found);
  });

  it('puts accented names under their plain letter and keeps the order', () => {
    expect(sectionItems(items).map(({ title, items: held }) => [title, valuesOf(held)])).toEqual([
      ['A', ['AX', 'AR']],
      ['T', ['TR']],
      ['C', ['CI']],
    ]);
  });

  it('uses a given section instead of the letter', () => {
    expect(sectionItems([{ value: 'BTC', label: 'BTC', section: 'Majors' }]).map(({ title }) => title)).toEqual([
      'Majors',
    ]);
  });

  it('shows recent picks, latest first, and drops items that no longer exist', () => {
    expect(valuesOf(recentItems(items, ['TR', 'XX', 'AR']))).toEqual(['TR', 'AR']);
  });

  it.each([
    [-0.2, 'A'],
    [0, 'A'],
    [0.34, 'B'],
    [0.99, 'C'],
    [1.5, 'C'],
  ])('a finger at %d of the bar selects %s', (share, letter) => {
    expect(letterAt(['A', 'B', 'C'], share)).toBe(letter);
  });

  it('an empty bar has no letter', () => {
    expect(letterAt([], 0.5)).toBeUndefined();
  });
});
