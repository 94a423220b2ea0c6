import type { KlineTrade } from './kline-source.ts';
import { placeAmong } from './merge-bars.ts';

/** Trades of one side within one bar; any number of them is one mark, with the letter of each kind once. */
export type TradedBar = Pick<KlineTrade, 'side' | 'letter'> & { readonly index: number };

/**
 * Returns the bars in which trades happened. A trade belongs to the last bar that had begun by then; trades before the
 * first known bar are left out until it is loaded.
 */
export function tradedBars(
  bars: readonly { readonly timestamp: number }[],
  trades: readonly KlineTrade[],
): readonly TradedBar[] {
  const marked = new Map<string, TradedBar>();
  for (const { time, side, letter } of trades) {
    const index = placeAmong(bars, ({ timestamp }) => timestamp, time + 1) - 1;
    if (index < 0) continue;
    const known = marked.get(`${index} ${side}`)?.letter ?? '';
    marked.set(`${index} ${side}`, { index, side, letter: known.includes(letter) ? known : known + letter });
  }
  return [...marked.values()];
}
