import { isOpenAt, type Market, type SourceQuote } from '@app/domain/market';
import type { PriceSource } from '../price-source.ts';
import { curveOf, type Simulated } from './curve.ts';
import { gridOf } from './price-grid.ts';
import { salesOf } from './sales.ts';
import { deviationOf, SIMULATED_VENUES } from './simulated-venues.ts';

const MINUTE_MS = 60_000;

/** Returns the quote since the last call, if any. */
type Speaker = (nowMs: number) => SourceQuote | undefined;

/**
 * Creates three venues for every market. Their quotes depend on seed, market and time alone: there is nothing to start,
 * and a restarted process continues exactly where the previous one stopped.
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
 * Returns the start of a quote's volume. A first quote covers its own interval; one after a long silence at most the
 * last minute. After the clock was set back the first has no volume, because that time's volume was already sent.
 */
const volumeFrom = (emittedMs: number, atMs: number, everyMs: number) =>
  emittedMs < 0 ? atMs - everyMs : Math.min(atMs, Math.max(emittedMs, atMs - MINUTE_MS));
