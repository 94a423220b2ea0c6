import { barEnd, barStart, type Candle, isOpenAt, mergeCandles, type Period } from '@app/domain/market';
import { curveOf, type Simulated } from './curve.ts';
import { type Grid, gridOf } from './price-grid.ts';
import { SALES_BEFORE, type Sales, salesOf } from './sales.ts';

const DAY_MS = 86_400_000;

/** The base bars of a period, and how far back they go. */
type Store = { readonly period: Period; readonly days: number; readonly shape: BarShape };

const MINUTES: Store = { period: '1min', days: 14, shape: { minutes: 1, perMinute: 16 } };
const HOURS: Store = { period: '60min', days: 90, shape: { minutes: 60, perMinute: 0.5 } };
const DAYS: Store = { period: '1day', days: 730, shape: { minutes: 1440, perMinute: 0.5 } };

const STORES: Readonly<Record<Period, Store>> = {
  '1min': MINUTES,
  '5min': MINUTES,
  '15min': MINUTES,
  '30min': MINUTES,
  '60min': HOURS,
  '4hour': HOURS,
  '1day': DAYS,
  '1week': DAYS,
  '1mon': DAYS,
};

/**
 * Returns the period from which a period's bars are merged, and the start of its first whole bar: for callers that
 * cache the finer bars.
 */
export const madeOf = (period: Period, nowMs: number): { readonly period: Period; readonly firstMs: number } => ({
  period: STORES[period].period,
  firstMs: firstStart(period, nowMs - STORES[period].days * DAY_MS),
});

type HistoryRange = { readonly period: Period; readonly fromMs: number; readonly toMs: number };

/**
 * Returns the simulated market's whole bars between two times, built from the simulator's own curve, so that they end
 * where the live price begins. Returns nothing after `nowMs`, which would be the future; `nowMs` also sets the age of
 * the oldest bars, and defaults to the end of the range.
 */
export function simulatedHistory(simulated: Simulated & { readonly nowMs?: number }, range: HistoryRange): Candle[] {
  const { period, fromMs, toMs } = range;
  const store = STORES[period];
  const nowMs = simulated.nowMs ?? toMs;
  const start = firstStart(period, Math.max(fromMs, nowMs - store.days * DAY_MS));
  const end = barStart(period, Math.min(toMs, nowMs));
  if (start >= end) return [];
  const bars = barsOver(simulated, store.shape, { fromMs: start, toMs: end });
  return store.period === period ? bars : mergeCandles(bars, period);
}

/** Returns the start of the first whole bar. */
function firstStart(period: Period, fromMs: number): number {
  const start = barStart(period, fromMs);
  return start === fromMs ? start : barEnd(period, start);
}

const MINUTE_MS = 60_000;
/** Every calendar opens and closes on a half hour, so a part of at most that length is entirely open or closed. */
const PART_MINUTES = 30;

type BarShape = {
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
function barsOver(
  simulated: Simulated,
  shape: BarShape,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Candle[] {
  const fromMinute = fromMs / MINUTE_MS;
  const minutes = (toMs - fromMs) / MINUTE_MS;
  const { perMinute } = shape;
  // Two minutes more than the bars have, because sales look to the end of an even minute and the one after it.
  const start = fromMinute - (fromMinute % 2) - SALES_BEFORE;
  const all = curveOf(simulated).over({ fromMinute: start, minutes: fromMinute - start + minutes + 2, perMinute });
  const points = all.subarray((fromMinute - start) * perMinute);
  const sales = salesOf(simulated, (minute) => all[(minute - start) * perMinute] ?? 0);
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
