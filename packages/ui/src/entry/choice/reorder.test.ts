import { describe, expect, it } from 'vitest';
import { givesWay, moveItem, placeAfterDrag, placeByKey, scrollNearEdge } from './reorder.ts';

const LETTERS = ['a', 'b', 'c', 'd'];
const PLACES = [0, 1, 2, 3];

describe('a moved item', () => {
  it.each(PLACES.flatMap((from) => PLACES.map((to) => [from, to] as const)))(
    'from %i to %i ends there, and the others keep their order',
    (from, to) => {
      const moved = moveItem(LETTERS, from, to);
      expect(moved[to]).toBe(LETTERS[from]);
      expect(moved.filter((letter) => letter !== LETTERS[from])).toEqual(LETTERS.filter((_, index) => index !== from));
    },
  );

  it.each(PLACES.flatMap((from) => PLACES.map((to) => [from, to] as const)))(
    'from %i to %i: every row shifts to exactly its final position',
    (from, to) => {
      const moved = moveItem(LETTERS, from, to);
      for (const at of PLACES.filter((place) => place !== from))
        expect(moved[at + givesWay(at, { from, to })]).toBe(LETTERS[at]);
    },
  );

  it('given a place outside the list, then nothing moves', () => {
    expect(moveItem(LETTERS, 0, 4)).toBe(LETTERS);
    expect(moveItem(LETTERS, 4, 0)).toBe(LETTERS);
  });
});

describe('a drag', () => {
  const list = { rowHeight: 60, count: 4 };
  it.each([
    [1, 29, 1],
    [1, 30, 2],
    [1, -31, 0],
    [0, 900, 3],
    [3, -900, 0],
  ])('from %i by %i px ends at %i', (from, by, to) => {
    expect(placeAfterDrag(from, by, list)).toBe(to);
  });

  it('scrolls up near the top, down near the bottom, faster at the very edge, and never in between', () => {
    const region = { top: 100, bottom: 500 };
    expect(scrollNearEdge(300, region)).toBe(0);
    expect(scrollNearEdge(150, region)).toBe(-2);
    expect(scrollNearEdge(100, region)).toBe(-12);
    expect(scrollNearEdge(20, region)).toBe(-12);
    expect(scrollNearEdge(450, region)).toBe(2);
    expect(scrollNearEdge(600, region)).toBe(12);
  });
});

describe('a key', () => {
  it.each([
    ['ArrowUp', 1, 0],
    ['ArrowDown', 1, 2],
    ['Home', 2, 0],
    ['End', 1, 3],
    ['ArrowUp', 0, undefined],
    ['ArrowDown', 3, undefined],
    ['Home', 0, undefined],
    ['Enter', 1, undefined],
  ])('%s at %i moves to %s', (key, from, to) => {
    expect(placeByKey(key, from, LETTERS.length)).toBe(to);
  });
});
