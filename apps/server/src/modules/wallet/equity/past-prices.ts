import { barEnd, type Market, type Period } from '@app/domain/market';
import { EQUITY_BACK_MS, EQUITY_GRID_MS } from '@app/domain/wallet';
import { type Price, parseDecimal } from '@app/money';
import type { Db } from '../../../platform/database.ts';
import { type Board, createBlocksSince, type History, listCandles } from '../../market/index.ts';
import type { Settings } from '../../reference/index.ts';

export type PriceDeps = {
  readonly db: Db;
  readonly settings: Settings;
  readonly board: Board;
  readonly history: History;
};

type Close = { readonly endMs: number; readonly price: Price };

/** Closing prices of a market's last day, oldest first. */
export type Closes = {
  readonly opening: Price | undefined;
  readonly closes: readonly Close[];
  readonly isSimulated: boolean;
};

/** Bar periods: midnight lies on the 15-minute grid; external flows are valued to the minute. */
type Fineness = Extract<Period, '15min' | '1min'>;

export type PastPrices = (market: Market, fineness: Fineness, nowMs: number) => Promise<Closes>;

/** Cache lifetime: only the open bar still changes. */
const KEPT_MS = 60_000;

/**
 * Creates a reader of the closing prices of a market's last day: read once a minute, however many users hold the coin.
 */
export function createPastPrices(deps: PriceDeps): PastPrices {
  const forCharts = { ...deps, blocksSince: createBlocksSince(deps.db, deps.board) };
  const kept = new Map<string, { readonly closes: Promise<Closes>; readonly untilMs: number }>();
  return (market, fineness, nowMs) => {
    const key = `${market.id} ${fineness}`;
    const known = kept.get(key);
    if (known !== undefined && nowMs < known.untilMs) return known.closes;
    const fromMs = nowMs - EQUITY_BACK_MS - 2 * EQUITY_GRID_MS;
    const closes = listCandles(forCharts, { market, period: fineness, fromMs, toMs: nowMs }).then((bars) => ({
      opening: bars[0] && parseDecimal<Price>(bars[0].open),
      closes: bars.map((bar) => ({ endMs: barEnd(fineness, bar.time), price: parseDecimal<Price>(bar.close) })),
      isSimulated: bars.some(({ simulated }) => Number(simulated) === 1),
    }));
    const nextPieceMs = nowMs - (nowMs % EQUITY_GRID_MS) + EQUITY_GRID_MS;
    kept.set(key, { closes, untilMs: Math.min(nowMs + KEPT_MS, nextPieceMs) });
    closes.catch(() => kept.delete(key));
    return closes;
  };
}

/** Returns the newest close at a given time; before the first close, the opening price of that bar. */
export function priceThen({ opening, closes }: Closes, atMs: number): Price | undefined {
  let low = 0;
  let high = closes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((closes[middle]?.endMs ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return closes[low - 1]?.price ?? opening;
}
