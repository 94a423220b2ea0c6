import { describe, expect, it } from 'vitest';
import { drawSome } from './draw.ts';
import { seeded } from './random.ts';

const ITEMS = ['a', 'b', 'c', 'd', 'e'];

describe('drawing by the seed', () => {
  it('draws the number it is asked for, none twice, in the order of the list, and the same for the same seed', () => {
    for (let seed = 0; seed < 50; seed++) {
      const drawn = drawSome(ITEMS, 3, seeded(seed));
      expect(drawn).toHaveLength(3);
      expect(ITEMS.filter((item) => drawn.includes(item))).toEqual(drawn);
      expect(drawSome(ITEMS, 3, seeded(seed))).toEqual(drawn);
    }
  });

  it('given many seeds, then every item is drawn as often as the others, within a third', () => {
    const counts = new Map(ITEMS.map((item) => [item, 0]));
    for (let seed = 0; seed < 1_000; seed++)
      for (const item of drawSome(ITEMS, 2, seeded(seed))) counts.set(item, (counts.get(item) ?? 0) + 1);
    for (const count of counts.values()) expect(Math.abs(count - 400)).toBeLessThan(133);
  });

  it('given fewer items than asked for, then all are drawn', () => {
    expect(drawSome(ITEMS, 9, seeded(1))).toEqual(ITEMS);
  });
});
