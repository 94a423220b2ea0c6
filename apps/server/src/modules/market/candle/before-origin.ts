import { barStart, type Candle, mergeCandles, PERIODS, type Period } from '@app/domain/market';
import type { History } from './history.ts';
import type { Past, Span } from './past.ts';

/** Periods that fill the remainder of a bar; no period between them divides it better. */
const FINER: readonly Period[] = ['1day', '60min', '1min'];

/**
 * Returns the simulated curve over a range, ending at the latest at the minute of the first tick. The bar containing
 * that tick is filled with finer bars, so that it merges with the part built from ticks.
 */
export async function barsBefore(
  history: Pick<History, 'bars'>,
  past: Past,
  { period, fromMs, toMs }: Span,
): Promise<Candle[]> {
  const parts: Candle[] = [];
  let coveredMs = fromMs;
  for (const step of [period, ...FINER.filter((it) => PERIODS.indexOf(it) < PERIODS.indexOf(period))]) {
    const untilMs = barStart(step, Math.min(toMs, past.endMs));
    if (untilMs <= coveredMs) continue;
    parts.push(...(await history.bars(past, { period: step, fromMs: coveredMs, toMs: untilMs })));
    coveredMs = untilMs;
  }
  return mergeCandles(parts, period);
}
