import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heaviestFirst, shardByWeight } from './shard-by-weight.ts';

const pathOf = (file: string) => file;
const shardsOf = (files: readonly string[], count: number, weights: Record<string, number>) =>
  Array.from({ length: count }, (_, n) => shardByWeight(files, { index: n + 1, count, pathOf, weights }));

describe('shards', () => {
  it('contain every file exactly once, in whichever order the files were found', () => {
    const files = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 30 });
    const weights = fc.dictionary(fc.string({ minLength: 1 }), fc.nat(1_000), { noNullPrototype: true });
    fc.assert(
      fc.property(files, weights, fc.integer({ min: 1, max: 5 }), (found, known, count) => {
        const shards = shardsOf(found, count, known);
        expect(shards.flat().toSorted()).toEqual(found.toSorted());
        expect(shardsOf(found.toReversed(), count, known)).toEqual(shards);
      }),
    );
  });

  it('given a file named like a property every object has, then it gets the median weight', () => {
    expect(shardsOf(['valueOf', 'a'], 1, { a: 5 })).toEqual([['a', 'valueOf']]);
  });

  it('given one heavy file and light ones, then the light ones are in one shard', () => {
    expect(shardsOf(['a', 'b', 'c', 'd'], 2, { a: 2, b: 9, c: 3, d: 4 })).toEqual([['b'], ['d', 'c', 'a']]);
  });

  it('given files in one queue, then those without a weight start first, and then the heaviest', () => {
    const weights = { a: 2, b: 9, c: 3 };
    const files = ['a', 'b', 'newer', 'new', 'c'];
    expect(heaviestFirst(files, { pathOf, weights })).toEqual(['new', 'newer', 'b', 'c', 'a']);
  });

  it('given a file without a weight, then it gets the median weight', () => {
    expect(shardsOf(['new', 'a', 'b'], 2, { a: 5, b: 5, c: 9 })).toEqual([['a', 'new'], ['b']]);
  });
});
