import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressGroups, cutHash } from './identifier-text.ts';

const TRON = 'TXk9mR4vQ2hLw7ZsN8pYcB3eJ6uFaD5gTo';
const addresses = fc.stringMatching(/^[A-Za-z0-9]{1,80}$/);

describe('a shortened hash', () => {
  it('shows eight and four characters', () => {
    expect(cutHash('9c0e41d7aaaabbbbccccb2a8')).toBe('9c0e 41d7 … b2a8');
    expect(cutHash('UID40218867')).toBe('UID40218867');
  });
});

describe('a whole address', () => {
  it('given one of 34 characters, then it is nine groups with both ends highlighted', () => {
    const groups = addressGroups(TRON);
    expect(groups).toHaveLength(9);
    expect(groups[1]).toEqual([
      { text: 'mR', isEnd: true },
      { text: '4v', isEnd: false },
    ]);
    expect(groups.at(-1)).toEqual([{ text: 'To', isEnd: true }]);
  });

  it('loses no character, has groups of four, and twelve highlighted characters at its ends', () => {
    fc.assert(
      fc.property(addresses, (address) => {
        const groups = addressGroups(address);
        const pieces = groups.flat();
        expect(pieces.map((piece) => piece.text).join('')).toBe(address);
        for (const group of groups.slice(0, -1)) expect(group.map((piece) => piece.text).join('')).toHaveLength(4);
        const ends = pieces.filter((piece) => piece.isEnd).map((piece) => piece.text);
        expect(ends.join('')).toHaveLength(Math.min(address.length, 12));
      }),
    );
  });
});
