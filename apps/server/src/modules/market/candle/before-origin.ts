import { barStart, type Candle, mergeCandles, PERIODS, type Period } from '@app/domain/market';
import type { History } from './history.ts';
import type { Past, Span } from './past.ts';

/** Nothing between them divides what is left of a bar better. */
const FINER: readonly Period[] = ['1day', '60min', '1min'];

/**
 * What the curve did from a time until another, at the latest the minute of the first tick. The bar in which that tick
 * came is filled with finer bars, so that it joins with what the ticks made of its rest.
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
