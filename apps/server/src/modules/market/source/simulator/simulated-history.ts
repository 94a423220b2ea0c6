import { barEnd, barStart, type Candle, mergeCandles, type Period } from '@app/domain/market';
import { type BarShape, barsOver } from './bars-over.ts';
import type { Simulated } from './curve.ts';

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
