import { changePercent } from '@app/domain/market';
import { type Decimal, max, min, type Price, type Rate } from '@app/money';
import type { KlineBar } from '@app/ui';

/** Longest table that is still readable. */
const ROWS = 20;

/** Returns the last candles, the newest first. */
export const newestFirst = (bars: readonly KlineBar[]): readonly KlineBar[] => bars.slice(-ROWS).reverse();

type Span = { readonly last: Decimal; readonly high: Decimal; readonly low: Decimal; readonly change: Rate };

/** Summarises a run of candles, given newest first; undefined if there are none. */
export function spanOf(bars: readonly KlineBar[]): Span | undefined {
  const newest = bars[0];
  const oldest = bars.at(-1);
  if (newest === undefined || oldest === undefined) return undefined;
  return {
    last: newest.close,
    high: bars.map(({ high }) => high).reduce((a, b) => max(a, b)),
    low: bars.map(({ low }) => low).reduce((a, b) => min(a, b)),
    change: changePercent(oldest.open as Price, newest.close as Price), // Bar figures are prices.
  };
}
