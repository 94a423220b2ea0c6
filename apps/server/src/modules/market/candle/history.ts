import { barEnd, barStart, type Candle, mergeCandles, type Period } from '@app/domain/market';
import { madeOf } from '../source/simulator/simulated-history.ts';
import { type Chunks, createChunks } from './chunks.ts';
import { openThread } from './open-thread.ts';
import { unpackBars } from './packed-bars.ts';
import type { Past, Patience, Question, Span } from './past.ts';

/** Bars of a simulated market from before its first tick: the feed's own curve, so that past and present join. */
export type History = {
  /**
   * Rejects with `HistoryBusy` if the bars are not cached, too many computations are queued, and the caller does not
   * wait.
   */
  bars(past: Past, span: Span, patience?: Patience): Promise<readonly Candle[]>;
  close(): Promise<void>;
};

/**
 * Periods merged from few enough bars that merging costs less than computing and caching them; from minutes it would be
 * too many.
 */
const MERGED: ReadonlySet<Period> = new Set(['4hour', '1week', '1mon']);

export function createHistory(seed: string): History {
  const thread = openThread(seed);
  return { ...historyOf(createChunks(thread)), close: thread.close };
}

export const historyOf = (chunks: Chunks): Pick<History, 'bars'> => ({
  bars: (past, span, patience = 'waits') => barsOf(chunks, { past, span, patience }),
});

async function barsOf(chunks: Chunks, { past, span, patience }: Question): Promise<readonly Candle[]> {
  const { period, firstMs } = madeOf(span.period, past.endMs);
  // Clamp to existing data and whole bars: however long a range the caller names, no more is computed or cached.
  const fromMs = Math.max(firstMs, wholeFrom(span.period, span.fromMs));
  const toMs = Math.min(wholeFrom(span.period, span.toMs), barStart(span.period, past.endMs));
  if (fromMs >= toMs) return [];
  const isMerged = MERGED.has(span.period);
  const within = { period: isMerged ? period : span.period, fromMs, toMs };
  const found = await chunks.covering({ past, span: within, patience });
  const candles = found.flatMap((bars) => unpackBars(bars, past.market, within));
  return isMerged ? mergeCandles(candles, span.period) : candles;
}

/** Returns the start of the first bar that does not begin before a time. */
function wholeFrom(period: Period, atMs: number): number {
  const startMs = barStart(period, atMs);
  return startMs === atMs ? startMs : barEnd(period, startMs);
}
