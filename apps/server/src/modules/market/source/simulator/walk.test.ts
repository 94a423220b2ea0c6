import { medianOf } from '@app/domain/market';
import { formatDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { sampleMarket } from '../../../../../test/sample-markets.ts';
import { createSimulator } from './create-simulator.ts';
import { curveOf } from './curve.ts';
import { keyOf } from './noise.ts';
import { walkAt, walkOver } from './walk.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const NOW_MINUTE = Date.UTC(2026, 2, 11) / MINUTE_MS;
const DAYS = 1000;

/** Returns the daily returns of a market's curve over nearly three years. */
function returnsOf(symbol: string, seed: string): number[] {
  const curve = curveOf({ market: sampleMarket(symbol), seed });
  const points = Array.from({ length: DAYS + 1 }, (_, day) => curve.at(NOW_MINUTE - day * DAY_MINUTES));
  return points.slice(1).map((point, index) => (points[index] ?? 0) - point);
}
const mean = (values: readonly number[]) => values.reduce((all, value) => all + value, 0) / values.length;
const deviation = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));
const correlation = (some: readonly number[], others: readonly number[]) =>
  (mean(some.map((value, index) => value * (others[index] ?? 0))) - mean(some) * mean(others)) /
  (deviation(some) * deviation(others));

describe('the walk', () => {
  it.each([
    ['two years of every second minute', 0.5, 730 * DAY_MINUTES, 997],
    ['a day of every fourth second', 16, DAY_MINUTES, 7],
  ])('law: one point by itself equals that point among many: %s', (_, perMinute, minutes, every) => {
    const key = keyOf('tidemark', 'asset', 'BTC');
    const fromMinute = NOW_MINUTE - minutes;
    const points = walkOver(key, { fromMinute, minutes, perMinute });
    for (let index = 0; index < points.length; index += every)
      expect(walkAt(key, fromMinute + index / perMinute)).toBe(points[index]);
  });

  it('law: it is continuous, even between its years', () => {
    const key = keyOf('tidemark', 'asset', 'ETH');
    const seam = 57 * 2 ** 19;
    expect(Math.abs(walkAt(key, seam - 1 / 512) - walkAt(key, seam))).toBeLessThan(0.001);
    const points = walkOver(key, { fromMinute: seam - 10, minutes: 20, perMinute: 1 });
    expect(points[10]).toBe(walkAt(key, seam));
  });

  it.each([
    ['BTC/USDT', 0.5],
    ['PEPE/USDT', 1.2],
    ['EUR/USD', 0.08],
    ['USD/HKD', 0.006],
    ['XAU/USD', 0.15],
    ['TSLA/USD', 0.55],
  ])('law: %s has its expected yearly volatility, within a factor of two, whatever the seed', (symbol, expected) => {
    for (const seed of ['tidemark', 'one', 'two']) {
      const yearly = deviation(returnsOf(symbol, seed)) * Math.sqrt(365.25);
      expect(yearly / expected).toBeGreaterThan(0.5);
      expect(yearly / expected).toBeLessThan(2);
    }
  });

  it('law: coins move together, stocks move together, and coins and currencies hardly do', () => {
    for (const seed of ['tidemark', 'one', 'two']) {
      const bitcoin = returnsOf('BTC/USDT', seed);
      expect(correlation(bitcoin, returnsOf('ETH/USDT', seed))).toBeGreaterThan(0.4);
      expect(correlation(returnsOf('AAPL/USD', seed), returnsOf('US500/USD', seed))).toBeGreaterThan(0.25);
      expect(Math.abs(correlation(bitcoin, returnsOf('EUR/USD', seed)))).toBeLessThan(0.15);
    }
  });

  it('law: the median of the venues stays near the curve', () => {
    const market = sampleMarket('BTC/USDT');
    const curve = curveOf({ market, seed: 'tidemark' });
    const simulator = createSimulator({ markets: [market], seed: 'tidemark' });
    for (let second = 1; second <= 600; second++) {
      const atMs = NOW_MINUTE * MINUTE_MS + second * 1000;
      const median = medianOf(
        simulator.take(atMs).map(({ price }) => price),
        market.priceTick,
      );
      expect(Math.abs(Math.log(Number(formatDecimal(median))) - curve.at(atMs / MINUTE_MS))).toBeLessThan(0.001);
    }
  });
});
