import { describe, expect, it } from 'vitest';
import { hash, type Key, keyOf, keyUnder } from './noise.ts';

const SEEDS = Array.from({ length: 200_000 }, (_, number) => `seed ${number}`);
/** Returns 53 bits derived from a key: with so many seeds, 32-bit values would collide. */
const voice = (key: Key) => hash(key, 1) * 2 ** 21 + (hash(key, 2) >>> 11);
/** Counts distinct values by sorting, because a set of this size takes seconds. */
const countDistinct = (voices: Float64Array) =>
  voices.sort().reduce((count, voice, n) => (voice === voices[n - 1] ? count : count + 1), 0);

describe('a key', () => {
  it('given very many seeds, then no two produce the same values, nor do their years', () => {
    const keys = SEEDS.map((seed) => keyOf(seed, 'asset', 'BTC'));
    expect(countDistinct(Float64Array.from(keys, voice))).toBe(SEEDS.length);
    expect(countDistinct(Float64Array.from(keys, (key) => voice(keyUnder(key, 56))))).toBe(SEEDS.length);
  });

  it('depends on every bit of both its halves', () => {
    const key = keyOf('seed', 'asset', 'BTC');
    const changed = Array.from({ length: 32 }, (_, bit) => 1 << bit).flatMap((bit) => [
      { ...key, low: key.low ^ bit },
      { ...key, high: key.high ^ bit },
    ]);
    expect(new Set([key, ...changed].map(voice)).size).toBe(65);
  });

  it('depends on its names and on the boundaries between them', () => {
    expect(keyOf('a', 'b')).toEqual(keyOf('a', 'b'));
    expect(keyOf('a\nb')).not.toEqual(keyOf('a', 'b'));
  });
});
