import { barEnd, type Candle, HOURS, isOpenAt, medianOf, mergeCandles, PERIODS, type Period } from '@app/domain/market';
import { formatDecimal, isMultipleOf } from '@app/money';
import { describe, expect, it } from 'vitest';
import { sampleMarket } from '../../../../../test/sample-markets.ts';
import { createSimulator } from './create-simulator.ts';
import { simulatedHistory } from './simulated-history.ts';

const seed = 'tidemark';
const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const NOW = Date.UTC(2026, 2, 11, 15, 20, 30);

type Range = { readonly fromMs?: number; readonly toMs?: number; readonly nowMs?: number };
const history = (symbol: string, period: Period, { fromMs = 0, toMs = NOW, nowMs = NOW }: Range = {}): Candle[] =>
  simulatedHistory({ market: sampleMarket(symbol), seed, nowMs }, { period, fromMs, toMs });
const numberOf = (price: Candle['close']) => Number(formatDecimal(price));

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
function correlation(a: readonly number[], b: readonly number[]): number {
  const meanA = mean(a);
  const meanB = mean(b);
  const both = mean(a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB)));
  return both / Math.sqrt(mean(a.map((it) => (it - meanA) ** 2)) * mean(b.map((it) => (it - meanB) ** 2)));
}

describe('simulated history', () => {
  it.each(PERIODS)(
    'given %s, then bars are whole, in order, on the grid, and each opens where the previous one closed',
    (period) => {
      const { priceTick } = sampleMarket('BTC/USDT');
      const bars = history('BTC/USDT', period);
      const isWhole = ({ open, high, low, close, volume }: Candle) =>
        low <= open && low <= close && high >= open && high >= close && low > 0n && volume > 0n;
      const isOnGrid = ({ open, high, low, close }: Candle) =>
        [open, high, low, close].every((price) => isMultipleOf(price, priceTick));
      const goesOn = ({ startMs, close }: Candle, next = { startMs: barEnd(period, startMs), open: close }) =>
        next.startMs === barEnd(period, startMs) && next.open === close;
      expect(bars.filter((bar, index) => !(isWhole(bar) && isOnGrid(bar) && goesOn(bar, bars[index + 1])))).toEqual([]);
      const last = bars.at(-1);
      expect(barEnd(period, barEnd(period, last?.startMs ?? 0))).toBeGreaterThan(NOW);
    },
  );

  it.each([
    ['1min', 14],
    ['30min', 14],
    ['60min', 90],
    ['4hour', 90],
    ['1day', 730],
    ['1mon', 730],
  ] as const)('given %s, then it goes back %i days and no further', (period, days) => {
    const bars = history('BTC/USDT', period);
    const oldest = NOW - days * DAY_MS;
    expect(bars[0]?.startMs).toBeGreaterThanOrEqual(oldest);
    expect(bars[0]?.startMs).toBeLessThan(oldest + 32 * DAY_MS);
    expect(history('BTC/USDT', period, { fromMs: oldest - 90 * DAY_MS, toMs: oldest })).toEqual([]);
  });

  it('given a range beyond now, then no future bar is returned', () => {
    const bars = history('BTC/USDT', '1min', { fromMs: NOW - 3 * MINUTE_MS, toMs: NOW + DAY_MS });
    expect(bars).toHaveLength(2);
    expect(history('BTC/USDT', '1min', { fromMs: NOW, toMs: NOW + DAY_MS })).toEqual([]);
  });

  it('given a part of a range, then its bars equal those of the whole', () => {
    const range = { fromMs: NOW - 9 * DAY_MS, toMs: NOW - 2 * DAY_MS };
    const isWithin = ({ startMs }: Candle) => startMs >= range.fromMs && startMs + 60 * MINUTE_MS <= range.toMs;
    expect(history('AAPL/USD', '60min', range)).toEqual(history('AAPL/USD', '60min').filter(isWithin));
  });

  it('given hours, then their volume follows the size of their moves, and no hour of the day has more than others', () => {
    const bars = history('BTC/USDT', '60min');
    const volumes = bars.map(({ volume }) => Number(formatDecimal(volume)));
    const moves = bars.map(({ open, close }) => Math.abs(Math.log(numberOf(close) / numberOf(open))));
    expect(correlation(volumes, moves)).toBeGreaterThan(0.5);
    const ofHours = Array.from({ length: 24 }, (_, hour) =>
      mean(volumes.filter((_, index) => new Date(bars[index]?.startMs ?? 0).getUTCHours() === hour)),
    );
    expect(Math.max(...ofHours) / Math.min(...ofHours)).toBeLessThan(1.5); // A day's wave had 3.
    expect(mean(volumes) / (20_000e6 / 24 / 68_000)).toBeGreaterThan(0.6);
    expect(mean(volumes) / (20_000e6 / 24 / 68_000)).toBeLessThan(1.6);
  });

  it('given longer periods, then they equal the shorter ones merged', () => {
    const from = (bars: readonly Candle[], startMs = 0) => bars.filter((bar) => bar.startMs >= startMs);
    const halves = history('EUR/USD', '30min');
    expect(from(mergeCandles(history('EUR/USD', '1min'), '30min'), halves[0]?.startMs).slice(0, -1)).toEqual(halves);
    const days = history('EUR/USD', '1day');
    const rebuilt = mergeCandles(from(history('EUR/USD', '60min'), days.at(-20)?.startMs), '1day');
    expect(rebuilt.slice(0, 20)).toEqual(days.slice(-20));
  });

  it('given the live price, then it continues from the last close and stays within the bar of its minute', () => {
    const market = sampleMarket('BTC/USDT');
    const simulator = createSimulator({ markets: [market], seed });
    const startMs = NOW - 30_000;
    const [before, bar] = history('BTC/USDT', '1min', {
      fromMs: startMs - MINUTE_MS,
      toMs: NOW + DAY_MS,
      nowMs: NOW + DAY_MS,
    });
    const live = Array.from({ length: 120 }, (_, index) => {
      const prices = simulator.take(startMs + index * 500).map(({ price }) => price);
      return numberOf(medianOf(prices, market.priceTick));
    });
    expect((live[0] ?? 0) / numberOf(before!.close)).toBeCloseTo(1, 3);
    expect(Math.max(...live) / numberOf(bar!.high)).toBeCloseTo(1, 3);
    expect(Math.min(...live) / numberOf(bar!.low)).toBeCloseTo(1, 3);
    expect(bar!.open).toBe(before!.close);
  });

  it('given trading hours, then there is a bar for every open minute and none for a closed one', () => {
    for (const symbol of ['AAPL/USD', 'EUR/USD', 'XAU/USD', 'JPN225/JPY']) {
      const { hours } = sampleMarket(symbol);
      const range = { fromMs: NOW - 8 * DAY_MS, toMs: NOW - DAY_MS };
      const starts = new Set(history(symbol, '1min', range).map(({ startMs }) => startMs));
      const first = range.fromMs + 30_000;
      for (let startMs = first; startMs + MINUTE_MS <= range.toMs; startMs += MINUTE_MS)
        if (starts.has(startMs) !== isOpenAt(hours, startMs)) expect.fail(`${symbol} at ${startMs}`);
      expect(starts.size).toBeGreaterThan(1000);
    }
    const weekend = { fromMs: Date.UTC(2026, 2, 7), toMs: Date.UTC(2026, 2, 8) };
    expect(history('AAPL/USD', '1day', weekend)).toEqual([]);
  });

  it('law: every calendar opens and closes on a half hour, which bars rely on', () => {
    const halfHours = Array.from({ length: 366 * 48 }, (_, index) => Date.UTC(2026, 0, 1) + index * 30 * MINUTE_MS);
    for (const hours of HOURS)
      expect(halfHours.filter((half) => isOpenAt(hours, half) !== isOpenAt(hours, half + 30 * MINUTE_MS - 1))).toEqual(
        [],
      );
  });
});
