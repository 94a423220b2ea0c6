import { type Market, PERIODS, type Period } from '@app/domain/market';
import { type Amount, type Price, parseDecimal } from '@app/money';
import { afterAll, describe, expect, it } from 'vitest';
import { simulatedHistory } from '../source/index.ts';
import { createChunks, HistoryBusy } from './chunks.ts';
import { createHistory, historyOf } from './history.ts';
import type { Thread } from './open-thread.ts';
import type { Patience } from './past.ts';

const market: Market = {
  id: 1,
  symbol: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  name: 'Bitcoin',
  category: 'crypto',
  hours: 'always',
  priceTick: parseDecimal<Price>('0.01'),
  lot: parseDecimal<Amount>('0.00001'),
  products: ['spot'],
};
const endMs = Date.UTC(2025, 8, 16, 13, 33, 20);
const past = { market, endMs };
const HOUR_MS = 3_600_000;

const history = createHistory('test');
afterAll(history.close);

describe('the computed past', () => {
  it.each(['1min', '60min', '1day', '1week', '1mon'] as const)(
    'of %s is the curve, whole and in order',
    async (period) => {
      const span = { period, fromMs: endMs - 200 * HOUR_MS, toMs: endMs };
      const direct = simulatedHistory({ market, seed: 'test', nowMs: endMs }, span);
      expect(await history.bars(past, span)).toEqual(direct);
      expect(await history.bars(past, span)).toEqual(direct); // Cached.
    },
  );

  it('given a request that crashes the thread, then its caller gets an error, and the next one succeeds', async () => {
    const broken = { market: { ...market, priceTick: undefined as unknown as Price }, endMs };
    const fresh = createHistory('test');
    const span = { period: '60min', fromMs: endMs - 5 * HOUR_MS, toMs: endMs } as const;
    await expect(fresh.bars(broken, span)).rejects.toThrow();
    expect((await fresh.bars(past, span)).length).toBeGreaterThan(3);
    await fresh.close();
  });

  it('given far too many requests at once, then optional callers are refused, and all others get their bars', async () => {
    const fresh = createHistory('test');
    const span = { period: '60min', fromMs: endMs - 5 * HOUR_MS, toMs: endMs } as const;
    const request = (id: number, patience?: Patience) =>
      fresh.bars({ market: { ...market, id }, endMs }, span, patience);
    const waiting = Array.from({ length: 110 }, (_, n) => request(n + 1));
    await expect(request(200, 'goes_without')).rejects.toThrow(HistoryBusy);
    const known = request(7, 'goes_without'); // Requested already.
    for (const bars of await Promise.all([...waiting, known])) expect(bars.length).toBeGreaterThan(3);
    expect((await request(200, 'goes_without')).length).toBeGreaterThan(3);
    await fresh.close();
  });
});

describe('the cached past', () => {
  const years = { fromMs: 0, toMs: endMs };
  const COMPUTED = PERIODS.filter((period) => !['1min', '4hour', '1week', '1mon'].includes(period));

  /** Counts the chunks computed and returns empty ones. */
  const counted = () => {
    const requested: string[] = [];
    const request: Thread['request'] = ({ past: { market: source }, span }) => {
      requested.push(`${source.id} ${span.period} ${span.fromMs}`);
      return Promise.resolve(new Float64Array(0));
    };
    return { requested, chunks: createChunks({ request, isBusy: () => false }) };
  };

  it('given all of every market was requested once, when requested again, then only minutes are recomputed', async () => {
    const { requested, chunks } = counted();
    const requestAll = async (periods: readonly Period[]) => {
      for (let id = 1; id <= 65; id++)
        for (const period of periods)
          await historyOf(chunks).bars({ market: { ...market, id }, endMs }, { period, ...years });
    };
    await requestAll(COMPUTED);
    const first = requested.length;
    expect(first).toBeLessThan(65 * 70); // Bounded by existing data, not by the requested range.
    await requestAll(PERIODS.filter((period) => period !== '1min'));
    expect(requested.length).toBe(first);
    await requestAll(['1min']);
    expect(requested.slice(first).every((name) => name.includes('1min'))).toBe(true);
  });

  it.each(['4hour', '1week', '1mon'] as const)('of %s is the curve from its first whole bar on', async (period) => {
    const direct = simulatedHistory({ market, seed: 'test', nowMs: endMs }, { period, ...years });
    expect(await history.bars(past, { period, ...years })).toEqual(direct);
  });
});
