import type { KlineTrade } from './kline-source.ts';
import { placeAmong } from './merge-bars.ts';

/** One side's trades within one bar: however many there were, they are one mark. */
export type TradedBar = Pick<KlineTrade, 'side' | 'letter'> & { readonly index: number };

/**
 * The bars that trades happened in. A trade belongs to the last bar that had begun by then; before the first one known
 * it has no place yet.
 */
export function tradedBars(
  bars: readonly { readonly timestamp: number }[],
  trades: readonly KlineTrade[],
): readonly TradedBar[] {
  const marked = new Map<string, TradedBar>();
  for (const { time, side, letter } of trades) {
    const index = placeAmong(bars, ({ timestamp }) => timestamp, time + 1) - 1;
    if (index >= 0) marked.set(`${index} ${side}`, { index, side, letter });
  }
  return [...marked.values()];
}
