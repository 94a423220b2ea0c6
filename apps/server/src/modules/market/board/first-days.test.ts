import type { Candle, Market, Tick } from '@app/domain/market';
import { type Amount, ONE, type Price } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { History } from '../candle/history.ts';
import type { BoardState } from './board-state.ts';
import { createDayBars } from './day-bars.ts';
import { createFirstDays } from './first-days.ts';
import { createRecentBlocks } from './recent-blocks.ts';

const NOW = Date.UTC(2026, 10, 16, 12);
const HOUR_MS = 3_600_000;
const MARKETS = [1, 2, 3];

const candleAt = (startMs: number): Candle => {
  const price = ONE as Price;
  const volume = ONE as Amount;
  return { startMs, open: price, high: price, low: price, close: price, volume };
};

function setUp(history: History['bars']) {
  const origin = { firstMs: NOW - 2 * HOUR_MS, isSimulated: true };
  const tick = (market: number): Tick => {
    const sample = { price: ONE as Price, volume: ONE as Amount };
    return { market, seq: 1, atMs: NOW, ...sample, sources: [] };
  };
  const state: BoardState = {
    markets: MARKETS.map((id) => ({ id }) as Market),
    origins: new Map(MARKETS.map((id) => [id, origin])),
    last: new Map(),
    blockOf: new Map(),
    newestMs: 0,
    days: new Map(MARKETS.map((id) => [id, createDayBars([])])),
    recent: createRecentBlocks(0),
  };
  for (const id of MARKETS) state.days.get(id)?.take(tick(id));
  const fill = createFirstDays({ bars: history, close: () => Promise.resolve() }, state);
  const filled = () => MARKETS.filter((id) => (state.days.get(id)?.figures(NOW)?.volume ?? 0n) > ONE);
  return { fill, filled };
}

describe('the first days of markets', () => {
  it('given one whose past fails, when they are filled, then the others are, it is reported and retried', async () => {
    let isBroken = true;
    const { fill, filled } = setUp(({ market }, { fromMs }) =>
      market.id === 1 && isBroken ? Promise.reject(new Error('no past')) : Promise.resolve([candleAt(fromMs)]),
    );
    await expect(fill(NOW)).rejects.toThrow('no past');
    expect(filled()).toEqual([2, 3]);
    isBroken = false;
    await fill(NOW);
    expect(filled()).toEqual([1, 2, 3]);
  });
});
