import { type Candle, mergeCandles, type Period } from '@app/domain/market';
import { type Amount, formatDecimal, type Price, parseDecimal } from '@app/money';
import type { listCandles } from '@app/protocol/market';
import type { Wire } from '../../../platform/http/serve.ts';

/** A bar in wire format. A chart has many, and most are sent as stored, without being parsed into amounts. */
export type WireBar = Wire<typeof listCandles>['list'][number];

export const toWireBar = ({ startMs, open, high, low, close, volume }: Candle, isSimulated: boolean): WireBar => ({
  time: startMs,
  open: formatDecimal(open),
  high: formatDecimal(high),
  low: formatDecimal(low),
  close: formatDecimal(close),
  vol: formatDecimal(volume),
  simulated: isSimulated ? 1 : 0,
});

export const parseBar = ({ time, open, high, low, close, vol }: WireBar): Candle => ({
  startMs: time,
  open: parseDecimal<Price>(open),
  high: parseDecimal<Price>(high),
  low: parseDecimal<Price>(low),
  close: parseDecimal<Price>(close),
  volume: parseDecimal<Amount>(vol),
});

/**
 * Joins parts given in time order, each sorted: if one ends in the bar in which the next begins, the two are merged.
 */
export function joinBars(parts: readonly (readonly WireBar[])[], period: Period): WireBar[] {
  const joined: WireBar[] = [];
  for (const bar of parts.flat()) {
    const before = joined.at(-1);
    if (before?.time !== bar.time) joined.push(bar);
    else joined[joined.length - 1] = joinTwo(before, bar, period);
  }
  return joined;
}

function joinTwo(earlier: WireBar, later: WireBar, period: Period): WireBar {
  const [candle] = mergeCandles([parseBar(earlier), parseBar(later)], period);
  return candle === undefined ? later : toWireBar(candle, earlier.simulated === 1 || later.simulated === 1);
}
