import { FRESHNESS, type Market, type Tick } from '@app/domain/market';
import { type Amount, ONE, type Price } from '@app/money';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Live, showQuotes } from './live.ts';
import { createRecentBlocks } from './recent-blocks.ts';

afterEach(() => void vi.useRealTimers());

describe('the quotes of a board', () => {
  it('given a clock that goes back an hour, when a moment has passed, then quotes are still recomputed', () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2026, 10, 16, 12) });
    const sample = { price: ONE as Price, volume: ONE as Amount };
    const tick: Tick = { market: 1, seq: 1, atMs: Date.now(), ...sample, sources: [] };
    const live: Live = {
      state: {
        markets: [{ id: 1, hours: 'always' } as Market],
        origins: new Map(),
        last: new Map([[1, tick]]),
        blockOf: new Map(),
        newestMs: 0,
        days: new Map(),
        recent: createRecentBlocks(1),
      },
      rules: { freshness: FRESHNESS, halted: new Set() },
      aheadMs: 0,
      shown: { quotes: [], number: -1, untilMs: 0 },
      sparks: new Map(),
    };
    const first = showQuotes(live);
    expect(showQuotes(live)).toBe(first);
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(300);
    live.aheadMs = 3_600_000 + FRESHNESS.spot; // The board has re-read the database clock meanwhile.
    expect(showQuotes(live).map(({ state }) => state)).toEqual(['stale']);
  });
});
