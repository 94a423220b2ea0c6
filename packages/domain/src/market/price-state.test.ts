import { describe, expect, it } from 'vitest';
import { priceStateOf } from './price-state.ts';

const NOW = 1_000_000;
const quote = (state: 'open' | 'closed' | 'stale' | 'halted', ageMs: number) => ({ state, at: NOW - ageMs });

describe('the state of a price', () => {
  it.each([
    ['a young price', quote('open', 300), undefined, { kind: 'live' }],
    ['one market alone that stands still', quote('open', 4_300), undefined, { kind: 'paused', forMs: 4_000 }],
    ['all of them standing still', quote('open', 300), 6_000, { kind: 'paused', forMs: 6_000 }],
    ['a feed that says itself that it is stale', quote('stale', 900), undefined, { kind: 'paused', forMs: 0 }],
    ['a price from the future, whose age nobody knows', quote('open', -9_000), undefined, { kind: 'paused', forMs: 0 }],
    ['a closed market, whose price may be old', quote('closed', 90_000), 6_000, { kind: 'closed' }],
    ['a halted market', quote('halted', 300), undefined, { kind: 'halted' }],
    ['no price yet', undefined, undefined, { kind: 'live' }],
  ])('given %s, when it is shown, then its state reflects it', (_what, shown, standstillMs, expected) => {
    expect(priceStateOf(shown, { nowMs: NOW, standstillMs })).toEqual(expected);
  });
});
