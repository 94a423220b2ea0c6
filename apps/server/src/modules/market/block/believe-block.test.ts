import { join, merkleRoot, readTicks, type SealedTick, tickBytes, toHex } from '@app/verifier';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rootOf } from './believe-block.ts';
import { bytesOf, hexOf } from './hex.ts';
import { seekSeqs } from './seek-seqs.ts';

const count = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const money = fc.bigInt({ min: 1n, max: 10n ** 30n });
const tick: fc.Arbitrary<SealedTick> = fc.record({
  market: fc.integer({ min: 1, max: 300 }),
  seq: count,
  atMs: count,
  price: money,
  volume: money,
  sources: fc.uniqueArray(fc.record({ source: fc.integer({ min: 1, max: 500 }), price: money, ageMs: count }), {
    selector: ({ source }) => source,
    maxLength: 4,
  }),
});
const ticks = fc.array(tick, { maxLength: 20 }).map((list) => list.toSorted((a, b) => a.market - b.market));

describe('the fast implementations match the verifier’s', () => {
  it('for the root of any leaves', async () => {
    const leaves = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 70 });
    await fc.assert(
      fc.asyncProperty(leaves, async (list) => {
        expect(hexOf(rootOf(list))).toBe(toHex(await merkleRoot(list)));
      }),
    );
  });

  it('for hexadecimal, also of a view into a larger buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.nat(20), (bytes, start) => {
        const part = bytes.subarray(start);
        expect(hexOf(part)).toBe(toHex(part));
        expect(bytesOf(toHex(part))).toEqual(Uint8Array.from(part));
      }),
    );
  });

  it('for the sequence numbers of a market’s ticks', () => {
    fc.assert(
      fc.property(ticks, fc.integer({ min: 1, max: 300 }), (list, other) => {
        const body = join(...list.map(tickBytes));
        for (const market of [other, ...list.map((it) => it.market)]) {
          const its = readTicks(body).filter((it) => it.market === market);
          expect(seekSeqs(body, market)).toEqual(its.map(({ seq }) => seq));
        }
      }),
    );
  });

  it('given a body that ends within a tick, when it is scanned, then it is refused', () => {
    const body = tickBytes({ market: 5, seq: 300, atMs: 7, price: 9n, volume: 1n, sources: [] });
    for (let length = 1; length < body.length; length++)
      expect(() => seekSeqs(body.subarray(0, length), 5)).toThrow('ends within');
  });
});
