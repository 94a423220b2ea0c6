import { assert } from '@app/base';
import { add, max, min } from '@app/money';
import { barStart } from './bars.ts';
import type { Candle, Period } from './candle.ts';
import type { Tick } from './market.ts';

/** Adds a tick to a bar; a tick past the bar's end opens the next bar at its own price. */
export function addTick(
  candle: Candle | undefined,
  { atMs, price, volume }: Pick<Tick, 'atMs' | 'price' | 'volume'>,
  period: Period,
): Candle {
  const startMs = barStart(period, atMs);
  return join(candle, { startMs, open: price, high: price, low: price, close: price, volume });
}

/** Merges bars in time order into bars of a longer period. The shorter period must divide the longer. */
export function mergeCandles(smaller: readonly Candle[], period: Period): Candle[] {
  const merged: Candle[] = [];
  for (const candle of smaller) {
    const before = merged.at(-1);
    const joined = join(before, { ...candle, startMs: barStart(period, candle.startMs) });
    if (before?.startMs === joined.startMs) merged.pop();
    merged.push(joined);
  }
  return merged;
}

/** Joins two parts of one bar, the earlier first; of two different bars it returns the later one. */
function join(earlier: Candle | undefined, later: Candle): Candle {
  if (earlier === undefined || earlier.startMs < later.startMs) return later;
  assert(earlier.startMs === later.startMs, 'time does not go backwards in a market');
  return {
    startMs: earlier.startMs,
    open: earlier.open,
    high: max(earlier.high, later.high),
    low: min(earlier.low, later.low),
    close: later.close,
    volume: add(earlier.volume, later.volume),
  };
}
