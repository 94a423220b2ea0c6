import { type DayFigures, type Market, marketState, type Tick } from '@app/domain/market';
import { ZERO } from '@app/money';
import { isSimulatedTick } from '../candle/roll-up.ts';
import type { Quote } from './board.ts';
import type { MarketRules } from './market-rules.ts';

export type Known = { readonly market: Market; readonly tick: Tick; readonly day: DayFigures | undefined };

/**
 * Builds a market's quote. A market is stale once no product trades at its price: spot has the longest freshness limit.
 */
export function quoteOf({ market, tick, day }: Known, { freshness, halted }: MarketRules, nowMs: number): Quote {
  const { price, seq, atMs } = tick;
  return {
    market,
    price,
    seq,
    atMs,
    state: marketState({
      hours: market.hours,
      lastTickAtMs: atMs,
      nowMs,
      isHalted: halted.has(market.id),
      freshMs: freshness.spot,
    }),
    open24h: day?.open ?? price,
    high24h: day?.high ?? price,
    low24h: day?.low ?? price,
    volume24h: day?.volume ?? ZERO,
    isSimulated: isSimulatedTick(tick),
  };
}
