import type { Tick } from '@app/domain/market';
import { type Amount, ONE, type Price } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { SealedBlock } from '../block/index.ts';
import { type BoardState, takeBlocks } from './board-state.ts';
import { createRecentBlocks } from './recent-blocks.ts';

const NOW = Date.UTC(2026, 10, 16, 12);
const block = (number: number): SealedBlock => {
  const sample = { price: ONE as Price, volume: ONE as Amount };
  const tick: Tick = { market: 1, seq: number, atMs: NOW + number, ...sample, sources: [] };
  return { number, ticks: [tick] } as unknown as SealedBlock; // The only fields a board reads.
};

describe('the state of a board', () => {
  it('given blocks that are delivered twice, then each counts once', () => {
    const state: BoardState = {
      markets: [],
      origins: new Map(),
      last: new Map(),
      blockOf: new Map(),
      newestMs: 0,
      days: new Map(),
      recent: createRecentBlocks(0),
    };
    takeBlocks(state, [block(1), block(2)]);
    takeBlocks(state, [block(1), block(2), block(3)]);
    takeBlocks(state, [block(3)]);
    expect(state.days.get(1)?.figures(NOW + 9)?.volume).toBe(3n * ONE);
    expect(state.recent.after(0)?.map(({ number }) => number)).toEqual([1, 2, 3]);
  });
});
