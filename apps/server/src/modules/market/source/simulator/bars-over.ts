import { type Candle, isOpenAt } from '@app/domain/market';
import { curveOf, type Simulated } from './curve.ts';
import { type Grid, gridOf } from './price-grid.ts';
import { type Sales, salesOf } from './sales.ts';

const MINUTE_MS = 60_000;
/** Every calendar opens and closes on a half hour, so a part of at most that length is entirely open or closed. */
const PART_MINUTES = 30;

export type BarShape = {
  readonly minutes: number;
  /** Points of the curve per minute: a power of two, at least one in two minutes. */
  readonly perMinute: number;
};

/** A bar under construction, in logarithms and lots. */
type Draft = { readonly startMs: number; open: number; high: number; low: number; close: number; lots: number };

/**
 * Builds bars of equal length over a range that is a whole number of them. Bars in which the market was closed are left
 * out.
 */
export function barsOver(
  simulated: Simulated,
  shape: BarShape,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Candle[] {
  const fromMinute = fromMs / MINUTE_MS;
  const minutes = (toMs - fromMs) / MINUTE_MS;
  const points = curveOf(simulated).over({ fromMinute, minutes, perMinute: shape.perMinute });
  const sales = salesOf(simulated);
  const drafts: Draft[] = [];
  const partMinutes = Math.min(PART_MINUTES, shape.minutes);
  for (let minute = 0; minute < minutes; minute += partMinutes) {
    const at = fromMinute + minute;
    if (!isOpenAt(simulated.market.hours, at * MINUTE_MS)) continue;
    const part = points.subarray(minute * shape.perMinute, (minute + partMinutes) * shape.perMinute + 1);
    const startMs = fromMs + Math.floor(minute / shape.minutes) * shape.minutes * MINUTE_MS;
    extend(draftAt(drafts, startMs, part), part, lotsOver(sales, at, partMinutes));
  }
  const grid = gridOf(simulated.market);
  return drafts.map((draft) => finish(draft, grid));
}

/** Returns the bar that begins at a time: the last one built, or a new one at the part's first point. */
function draftAt(drafts: Draft[], startMs: number, part: Float64Array): Draft {
  const last = drafts.at(-1);
  if (last?.startMs === startMs) return last;
  const open = part[0] ?? 0;
  const draft = { startMs, open, high: open, low: open, close: open, lots: 0 };
  drafts.push(draft);
  return draft;
}

function extend(draft: Draft, part: Float64Array, lots: number): void {
  for (const point of part) {
    if (point > draft.high) draft.high = point;
    if (point < draft.low) draft.low = point;
  }
  draft.close = part.at(-1) ?? draft.close;
  draft.lots += lots;
}

function lotsOver(sales: Sales, fromMinute: number, minutes: number): number {
  let lots = 0;
  for (let minute = fromMinute; minute < fromMinute + minutes; minute++) lots += sales.inMinute(minute);
  return lots;
}

const finish = ({ startMs, open, high, low, close, lots }: Draft, { priceOf, amountOf }: Grid): Candle => ({
  startMs,
  open: priceOf(open),
  high: priceOf(high),
  low: priceOf(low),
  close: priceOf(close),
  volume: amountOf(lots),
});
