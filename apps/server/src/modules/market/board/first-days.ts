import { barStart, type Market } from '@app/domain/market';
import { barsBefore } from '../candle/before-origin.ts';
import type { History } from '../candle/history.ts';
import type { BoardState } from './board-state.ts';
import { DAY_MS } from './day-bars.ts';

/**
 * Creates a function that fills the past of simulated markets that began less than a day ago, with hourly bars. Call it
 * repeatedly, because a market's first tick may come at any time; each market is filled once. If one fails, the others
 * are filled, and then it throws.
 */
export function createFirstDays(history: History, state: BoardState) {
  const filled = new Set<number>();
  const fill = async (market: Market, fromMs: number) => {
    const origin = state.origins.get(market.id);
    if (origin === undefined || filled.has(market.id)) return;
    const span = { period: '60min', fromMs, toMs: origin.firstMs } as const;
    const isWithinAge = origin.isSimulated && origin.firstMs > fromMs;
    const past = isWithinAge ? await barsBefore(history, { market, endMs: origin.firstMs }, span) : [];
    state.days.get(market.id)?.prepend(past);
    filled.add(market.id);
  };
  return async (nowMs: number): Promise<void> => {
    const failures: Error[] = [];
    for (const market of state.markets)
      await fill(market, barStart('60min', nowMs - DAY_MS)).catch((error: Error) => failures.push(error));
    if (failures[0] !== undefined) throw failures[0];
  };
}
