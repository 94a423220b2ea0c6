import { isOpenAt, type Market, type SourceQuote } from '@app/domain/market';
import type { PriceSource } from '../price-source.ts';
import { curveOf, type Simulated } from './curve.ts';
import { gridOf } from './price-grid.ts';
import { salesOf } from './sales.ts';
import { deviationOf, SIMULATED_VENUES } from './simulated-venues.ts';

const MINUTE_MS = 60_000;

/** Says what was said since the last time, if anything. */
type Speaker = (nowMs: number) => SourceQuote | undefined;

/**
 * Three venues for every market. What they say depends on seed, market and time alone: there is nothing to start, and
 * a process that begins again goes on exactly where the one before stopped.
 */
export function createSimulator({ markets, seed }: { markets: readonly Market[]; seed: string }): PriceSource {
  const speakers = markets.flatMap((market) => speakersOf({ market, seed }));
  return {
    isSimulated: true,
    start: () => {},
    take: (nowMs) => speakers.map((emit) => emit(nowMs)).filter((quote) => quote !== undefined),
    close: () => Promise.resolve(),
  };
}

function speakersOf({ market, seed }: Simulated): Speaker[] {
  const curve = curveOf({ market, seed });
  const grid = gridOf(market);
  const sales = salesOf({ market, seed });
  return SIMULATED_VENUES.map(({ source, everyMs, lateMs, part }) => {
    const deviationAt = deviationOf(seed, market.symbol, source);
    let emittedMs = Number.NEGATIVE_INFINITY;
    return (nowMs) => {
      const atMs = Math.floor(nowMs / everyMs) * everyMs;
      if (atMs === emittedMs || !isOpenAt(market.hours, atMs)) return undefined;
      const fromMs = volumeFrom(emittedMs, atMs, everyMs);
      emittedMs = atMs;
      const logPrice = curve.at((atMs - lateMs) / MINUTE_MS) + curve.volatility * deviationAt(atMs);
      const volume = grid.amountOf(sales.between(fromMs, atMs, part));
      return { market: market.id, source, price: grid.priceOf(logPrice), volume, atMs };
    };
  });
}

/**
 * A first word tells the trade of its own interval; one after a long silence no more than the last minute's. After the
 * clock was set back the first tells none, for that time's trade was told.
 */
const volumeFrom = (emittedMs: number, atMs: number, everyMs: number) =>
  emittedMs < 0 ? atMs - everyMs : Math.min(atMs, Math.max(emittedMs, atMs - MINUTE_MS));
