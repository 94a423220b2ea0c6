import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOneForm, join, readTicks, type SealedTick, tickBytes } from './index.ts';

const money = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 38n }),
  fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.integer({ min: 0, max: 18 }))
    .map(([digits, zeros]) => digits * 10n ** BigInt(zeros)),
);
const count = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const ticks: fc.Arbitrary<SealedTick> = fc.record({
  market: fc.integer({ min: 1, max: 65_535 }),
  seq: count,
  atMs: count,
  price: money,
  volume: fc.oneof(fc.constant(0n), money),
  sources: fc
    .uniqueArray(fc.record({ source: fc.integer({ min: 1, max: 500 }), price: money, ageMs: count }), {
      selector: ({ source }) => source,
      maxLength: 6,
    })
    .map((list) => list.toSorted((a, b) => a.source - b.source)),
});

const isRead = (body: Uint8Array): boolean => {
  try {
    return isOneForm(body, readTicks(body));
  } catch {
    return false;
  }
};

describe('the bytes of a tick', () => {
  it('decode to the same ticks, one or many', () => {
    fc.assert(
      fc.property(fc.array(ticks, { maxLength: 8 }), (list) => {
        const body = join(...list.map(tickBytes));
        expect(readTicks(body)).toEqual(list);
        expect(isOneForm(body, list)).toBe(true);
      }),
    );
  });

  it('are the same for every order of the sources', () => {
    fc.assert(
      fc.property(ticks, (tick) => {
        expect(tickBytes({ ...tick, sources: tick.sources.toReversed() })).toEqual(tickBytes(tick));
      }),
    );
  });

  it('are canonical: any other bytes that decode to a tick decode to another one', () => {
    fc.assert(
      fc.property(ticks, fc.nat(), fc.integer({ min: 1, max: 255 }), (tick, place, mask) => {
        const bytes = tickBytes(tick);
        const changed = bytes.with(place % bytes.length, (bytes[place % bytes.length] ?? 0) ^ mask);
        if (isRead(changed)) expect(readTicks(changed)).not.toEqual([tick]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are rejected with a byte too many or too few, a longer number or more decimals than needed, or no price', () => {
    const tick: SealedTick = { market: 1, seq: 2, atMs: 3, price: 4n * 10n ** 18n, volume: 0n, sources: [] };
    const bytes = tickBytes(tick);
    expect([...bytes]).toEqual([1, 1, 2, 3, 0, 4, 0, 0, 0]);
    expect(isRead(bytes)).toBe(true);
    for (const wrong of [
      [...bytes, 0],
      [...bytes].slice(0, -1),
      [1, 1, 2, 3, 0, 4, 0, 0, 1],
      [2, 1, 2, 3, 0, 4, 0, 0, 0],
      [0x81, 0, 1, 2, 3, 0, 4, 0, 0, 0],
      [1, 1, 0x82, 0, 3, 0, 4, 0, 0, 0],
      [1, 1, 2, 3, 1, 40, 0, 0, 0],
      [1, 1, 2, 3, 0, 4, 1, 0, 0],
      [1, 1, 2, 3, 19, 4, 0, 0, 0],
      [1, 1, 2, 3, 0, 0, 0, 0, 0],
      [1, 1, 2, 3, 0, 4, 0, 0, 0x80],
      [1, 1, ...Array<number>(9).fill(0x80), 2, 3, 0, 4, 0, 0, 0], // A seq of 2⁶⁴: one more would be the same number.
    ])
      expect(isRead(Uint8Array.from(wrong)), wrong.join()).toBe(false);
  });

  it('are 40 or fewer for a price of three venues', () => {
    const price = 67_123_45n * 10n ** 16n;
    const sources = [-13n, 0n, 48n].map((cents, index) => ({
      source: index + 1,
      price: price + cents * 10n ** 16n,
      ageMs: 950,
    }));
    const tick = {
      market: 300,
      seq: 50_000_000,
      atMs: 1_900_000_000_000,
      price,
      volume: 123_456_789n * 10n ** 10n,
      sources,
    };
    expect(tickBytes(tick).length).toBeLessThanOrEqual(40);
  });

  it('cannot encode negative numbers', () => {
    const tick: SealedTick = { market: 1, seq: 2, atMs: 3, price: 1n, volume: 0n, sources: [] };
    for (const wrong of [{ price: -1n }, { volume: -1n }, { seq: -1 }, { market: -1 }])
      expect(() => tickBytes({ ...tick, ...wrong })).toThrow('below zero');
    const twice = { source: 3, price: 1n, ageMs: 0 };
    expect(() => tickBytes({ ...tick, sources: [twice, twice] })).toThrow('below zero');
  });
});
