import { describe, expect, it } from 'vitest';
import { hash, type Key, keyOf, keyUnder } from './noise.ts';

const SEEDS = Array.from({ length: 200_000 }, (_, number) => `seed ${number}`);
/** So many names that of 32 bits some would be the same. */
const voice = (key: Key) => `${hash(key, 1)} ${hash(key, 2)} ${hash(key, 3)}`;

describe('a key', { timeout: 60_000 }, () => {
  it('given very many seeds, then no two speak alike, nor do their years', () => {
    const keys = SEEDS.map((seed) => keyOf(seed, 'asset', 'BTC'));
    expect(new Set(keys.map(voice)).size).toBe(SEEDS.length);
    expect(new Set(keys.map((key) => voice(keyUnder(key, 56)))).size).toBe(SEEDS.length);
  });

  it('is of every bit of both its halves', () => {
    const key = keyOf('seed', 'asset', 'BTC');
    const changed = Array.from({ length: 32 }, (_, bit) => 1 << bit).flatMap((bit) => [
      { ...key, low: key.low ^ bit },
      { ...key, high: key.high ^ bit },
    ]);
    expect(new Set([key, ...changed].map(voice)).size).toBe(65);
  });

  it('is of its names and of where one ends and the next begins', () => {
    expect(keyOf('a', 'b')).toEqual(keyOf('a', 'b'));
    expect(keyOf('a\nb')).not.toEqual(keyOf('a', 'b'));
  });
});
