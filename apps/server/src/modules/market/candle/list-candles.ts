import { barEnd, barStart, type Candle, type Market, marketSettings, type Period } from '@app/domain/market';
import type { Db } from '../../../platform/db/database.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Settings } from '../../reference/index.ts';
import { barsBefore } from './before-origin.ts';
import { readBars, type StoredBars } from './candle-reading.store.ts';
import { HistoryBusy } from './chunks.ts';
import type { History } from './history.ts';
import type { BlocksSince } from './late-blocks.ts';
import type { Past, Span } from './past.ts';
import { rollUp } from './roll-up.ts';
import { joinBars, toWireBar, type WireBar } from './wire-bars.ts';

export type CandleDeps = {
  readonly db: Db;
  readonly settings: Settings;
  readonly blocksSince: BlocksSince;
  readonly history: History;
};

export type CandleQuery = {
  readonly market: Market;
  readonly period: Period;
  readonly fromMs: number;
  readonly toMs: number;
};

/**
 * Lists the newest bars of a range: the simulated past, the stored bars, and the ticks the keeper has yet to store.
 * While the history thread is busy, a chart shows only what is stored; if nothing is, the request is refused, because
 * an empty list would mean there is no past.
 */
export async function listCandles(deps: CandleDeps, { market, period, fromMs, toMs }: CandleQuery): Promise<WireBar[]> {
  const { value: barsMax } = await deps.settings.read(marketSettings.barsMax);
  const range = { market: market.id, period, fromMs: barStart(period, fromMs), toMs, barsMax };
  const stored = await readBars(deps.db, range);
  const live = await barsSince(deps.blocksSince, stored, range);
  const past = await pastOf(deps.history, { market, period, fromMs: range.fromMs, toMs }, { ...stored, barsMax });
  const bars = joinBars([past ?? [], stored.bars, live], period).slice(-barsMax);
  return past === undefined && bars.length === 0 ? refuseWith('engine_unavailable') : bars;
}

type Bounds = { readonly market: number; readonly period: Period; readonly fromMs: number; readonly toMs: number };

/** Returns bars of the ticks after the stored bars. */
async function barsSince(blocksSince: BlocksSince, { block }: StoredBars, bounds: Bounds): Promise<WireBar[]> {
  const blocks = await blocksSince(block);
  const ticks = blocks.flatMap((it) => it.ticks.filter(({ market }) => market === bounds.market));
  return rollUp(ticks).flatMap(({ period, candle, isSimulated }) =>
    period === bounds.period && candle.startMs >= bounds.fromMs && candle.startMs <= bounds.toMs
      ? [toWireBar(candle, isSimulated)]
      : [],
  );
}

/** Venues with closing hours have no bars most of the time: a stock trades about a fifth of a week. */
const CLOSED_FACTOR = 6;

/**
 * Returns the simulated past, only for a market simulated since its first tick, and only if the stored bars do not fill
 * the response. Undefined while the history thread is busy.
 */
async function pastOf(
  history: History,
  { market, period, fromMs, toMs }: CandleQuery,
  { origin, bars, barsMax }: StoredBars & { readonly barsMax: number },
): Promise<WireBar[] | undefined> {
  if (origin === undefined || !origin.isSimulated || bars.length >= barsMax) return [];
  const lastMs = barStart(period, Math.min(toMs, origin.firstMs));
  const endMs = barEnd(period, lastMs);
  const longestMs = barsMax * (endMs - lastMs) * (market.hours === 'always' ? 1 : CLOSED_FACTOR);
  const span = { period, fromMs: barStart(period, Math.max(fromMs, lastMs - longestMs)), toMs: endMs };
  const candles = await barsIfSoon(history, { market, endMs: origin.firstMs }, span);
  return candles?.slice(-barsMax).map((candle) => toWireBar(candle, true));
}

async function barsIfSoon(history: History, past: Past, span: Span): Promise<readonly Candle[] | undefined> {
  const modest: Pick<History, 'bars'> = { bars: (...query) => history.bars(query[0], query[1], 'goes_without') };
  return await barsBefore(modest, past, span).catch((error: unknown) => {
    if (error instanceof HistoryBusy) return undefined;
    throw error;
  });
}
