import { describe, expect, it } from 'vitest';
import { placeTags } from './place-tags.ts';
import { tagAt } from './tag-hit.ts';

const pane = { left: 8, right: 300 };
const tag = (mark: string, y: number, width = 80) => ({ mark, y, width });

describe('the tags of levels', () => {
  it('given levels far apart, then all tags are at the left', () =>
    expect(placeTags([tag('entry', 20), tag('stop', 60)], pane).map(({ x }) => x)).toEqual([8, 8]));

  it('given levels close together, then later tags are beside earlier ones and cover none', () => {
    const placed = placeTags([tag('entry', 50), tag('stop', 55), tag('danger', 62)], pane);
    expect(placed.map(({ mark, x }) => [mark, x])).toEqual([
      ['entry', 8],
      ['stop', 92],
      ['danger', 176],
    ]);
  });

  it('given no space left in a row, then the tag is left out', () =>
    expect(placeTags([tag('a', 50, 150), tag('b', 50, 150)], pane).map(({ mark }) => mark)).toEqual(['a']));

  it('given no space left at the edge for a level out of view, then its tag takes the next row inwards', () => {
    const placed = placeTags([tag('a', 9, 150), { ...tag('b', 9, 150), rows: 'down' }], pane);
    expect(placed.map(({ mark, x, y }) => [mark, x, y])).toEqual([
      ['a', 8, 9],
      ['b', 8, 29],
    ]);
    expect(placeTags([tag('a', 291, 150), { ...tag('b', 291, 150), rows: 'up' }], pane)[1]?.y).toBe(271);
  });

  it('given a tag wider than the pane, then it is still drawn', () =>
    expect(placeTags([tag('a', 50, 400)], pane)).toHaveLength(1));
});

describe('a pointer at the tags', () => {
  const placed = placeTags([tag('entry', 50), tag('stop', 75)], pane);

  it('given a finger between two, then it hits the nearer one', () => {
    expect(tagAt(placed, { x: 40, y: 60 })?.mark).toBe('entry');
    expect(tagAt(placed, { x: 40, y: 66 })?.mark).toBe('stop');
  });

  it.each([
    [200, 50],
    [40, 10],
  ])('given %d, %d, then it hits none and the chart scrolls', (x, y) =>
    expect(tagAt(placed, { x, y })).toBeUndefined(),
  );
});
