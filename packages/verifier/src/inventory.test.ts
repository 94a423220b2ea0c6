import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Inventory, inventoryBytes, inventoryLeaves, join, readInventories } from './index.ts';

const amount = fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n });
const inventory: fc.Arbitrary<Inventory> = fc.record({
  book: fc.constantFrom('demo', 'real'),
  market: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  base: amount,
  quote: amount,
});
const nameOf = ({ book, market }: Inventory) => `${book} ${String(market).padStart(10, '0')}`;
const inOrder = fc
  .uniqueArray(inventory, { selector: nameOf, maxLength: 12 })
  .map((all) => all.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)));
const one: Inventory = { book: 'real', market: 3, base: 5n, quote: -7n };

describe('the bytes of inventories', () => {
  it('can be read back, whatever is held', () => {
    fc.assert(
      fc.property(inOrder, (all) => {
        const body = join(...all.map(inventoryBytes));
        expect(readInventories(body)).toEqual(all);
        expect(inventoryLeaves(body)).toEqual(all.map(inventoryBytes));
      }),
      { numRuns: 500 },
    );
  });

  it('have one form: what can be read is written the same', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 37, maxLength: 37 }), (bytes) => {
        bytes[0] = (bytes[0] ?? 0) % 3;
        if (bytes[0] === 2) expect(() => readInventories(bytes)).toThrow('no inventory');
        else expect(readInventories(bytes).map(inventoryBytes)).toEqual([bytes]);
      }),
      { numRuns: 500 },
    );
  });

  it('given one mode and market twice, or another order, when read, then it is rejected', () => {
    const pairs: readonly (readonly [Inventory, Inventory])[] = [
      [one, one],
      [one, { ...one, base: 6n }],
      [one, { ...one, market: 2 }],
      [one, { ...one, book: 'demo', market: 9 }],
    ];
    for (const pair of pairs) expect(() => readInventories(join(...pair.map(inventoryBytes)))).toThrow('no inventory');
  });

  it('given bytes that are cut off, when read, then they are rejected', () => {
    expect(() => readInventories(inventoryBytes(one).subarray(0, 36))).toThrow('no inventory');
  });

  it.each([{ book: 'both' }, { market: -1 }, { market: 2 ** 32 }, { market: 0.5 }, { base: 2n ** 127n }])(
    'given %o, when written, then it is rejected',
    (wrong) => {
      expect(() => inventoryBytes({ ...one, ...wrong })).toThrow('no inventory');
    },
  );
});
