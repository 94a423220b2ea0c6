import { PRODUCTS } from '@app/domain/reference';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openFirst } from './open-lists.ts';
import { isOpenPage } from './openness.ts';

const product = fc.constantFrom('spot' as const, ...PRODUCTS);
const path = fc.constantFrom('/pages/a', '/pages/b', '/pages/c');
const table = fc.array(fc.tuple(path, fc.option(fc.constantFrom(...PRODUCTS), { nil: undefined })));
const query = fc.constantFrom('', '?symbol=BTC/USDT', '?a=1&b=2');

describe('an open page', () => {
  it('is one that is built and whose product, if it has one, is open; the query does not matter', () => {
    fc.assert(
      fc.property(table, fc.uniqueArray(product), path, query, (rows, open, asked, fields) => {
        const built = new Map(rows);
        const needed = built.get(asked);
        const expected = built.has(asked) && (needed === undefined || open.includes(needed));
        expect(isOpenPage(`${asked}${fields}`, new Set(open), built)).toBe(expected);
      }),
    );
  });

  it('given nothing is known about products or pages, then it is closed', () => {
    expect(isOpenPage('/pages/a', new Set(), new Map([['/pages/a', 'loan']]))).toBe(false);
    expect(isOpenPage('/pages/a', new Set(PRODUCTS), new Map())).toBe(false);
    expect(isOpenPage('', new Set(PRODUCTS), new Map())).toBe(false);
  });
});

describe('a list with closed entries', () => {
  it('keeps every entry once and the order within each half, open ones first', () => {
    fc.assert(
      fc.property(fc.array(path), fc.uniqueArray(path), (paths, open) => {
        const entries = paths.map((it, index) => ({ path: it, index }));
        const sorted = openFirst(entries, (address) => open.some((it) => it === address));
        const flags = sorted.map((entry) => open.includes(entry.path));
        expect(flags).toEqual(flags.toSorted((one, other) => Number(other) - Number(one)));
        expect(sorted.toSorted((one, other) => one.index - other.index)).toEqual(entries);
        for (const half of [true, false])
          expect(sorted.filter((_, index) => flags[index] === half)).toEqual(
            entries.filter((entry) => open.includes(entry.path) === half),
          );
      }),
    );
  });
});
