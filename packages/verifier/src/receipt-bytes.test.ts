import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, receiptBytes, receiptHash } from './index.ts';

/** Values without fractions and without -0, which JSON cannot tell from 0. */
const value = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.maxSafeInteger(), fc.string({ unit: 'binary' }), fc.boolean(), fc.constant(null)),
  tree: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).tree;

/** Builds the same value with the keys of every object in reverse order. */
function reversed(it: unknown): unknown {
  if (Array.isArray(it)) return it.map(reversed);
  if (typeof it !== 'object' || it === null) return it;
  return Object.fromEntries(
    Object.entries(it)
      .reverse()
      .map(([key, field]) => [key, reversed(field)]),
  );
}

describe('canonical JSON', () => {
  it('is JSON of the same value, and does not depend on the order of keys', () => {
    fc.assert(
      fc.property(value, (it) => {
        const text = canonicalJson(it);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(it)));
        expect(canonicalJson(reversed(it))).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  it('given an object, then keys are sorted by code unit at every depth, without spaces', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x', B: true, '10': 1, '9': 2 })).toBe(
      '{"10":1,"9":2,"B":true,"a":"x","b":[{"c":null,"d":1}]}',
    );
  });

  it.each([0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, undefined, 1n, () => 1, { a: undefined }, [0.1]])(
    'given %o, then it is rejected: two readers could write it differently',
    (wrong) => {
      expect(() => canonicalJson(wrong)).toThrow('no canonical form');
    },
  );
});

describe('the bytes of a receipt', () => {
  it('given another id, kind or body, then leaf and hash are others', async () => {
    const receipt = { id: '7', kind: 'spot.house_fill', body: { taken: 1 } };
    const text = '{"body":{"taken":1},"id":"7","kind":"spot.house_fill"}';
    expect(receiptBytes(receipt)).toEqual(new TextEncoder().encode(text));
    const others = [receipt, { ...receipt, id: '8' }, { ...receipt, kind: 'x' }, { ...receipt, body: { taken: 2 } }];
    expect(new Set(await Promise.all(others.map(receiptHash))).size).toBe(4);
    expect(await receiptHash({ ...receipt, more: 1 } as typeof receipt)).toBe(await receiptHash(receipt));
  });
});
