import { describe, expect, it } from 'vitest';
import { findHeadings, joinHeadings } from './find-headings.ts';

const heading = (id: bigint, title: string, summary = '') => ({ id, title, summary });
const FEES = heading(1n, 'Orders and fees', 'The rules by which orders are filled.');
const SAFE = heading(2n, 'Keeping your account safe', 'Five protections.');
const TURKISH = heading(3n, 'Hesabınızı güvende tutun');

describe('a search over headings', () => {
  it.each([
    ['FEES', [FEES]],
    ['filled orders', [FEES]],
    ['orders account', []],
    ['  ', []],
    ['guvende hesabinizi', [TURKISH]],
    ['e', [FEES, SAFE, TURKISH]],
  ])('given %j, then it finds the headings that contain every keyword', (query, found) => {
    expect(findHeadings(query, [FEES, SAFE, TURKISH])).toEqual(found);
  });
});

describe('results of two searches', () => {
  it('given a heading in both, when joined, then it is shown once, at its first position', () => {
    expect(joinHeadings([SAFE], [FEES, { ...SAFE }])).toEqual([SAFE, FEES]);
  });
});
