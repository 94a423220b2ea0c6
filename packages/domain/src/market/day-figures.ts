import { type Amount, absolute, max, min, negate, ONE, type Price, type Rate, ratio, subtract, sum } from '@app/money';
import type { Candle } from './candle.ts';

const DAY_MS = 24 * 3_600_000;
/** Precision of the ratio: two decimal places of the displayed percentage. */
const SHOWN = (ONE / 10_000n) as Rate;

export type DayFigures = {
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly volume: Amount;
  /** Scaled like every rate: one percent is ONE / 100n. */
  readonly changePercent: Rate;
};

/**
 * Computes a market's statistics over the last 24 hours from its one-minute bars in time order (the last one is still
 * open) and its current price. A bar counts if it started within the window. Without bars the change is zero.
 */
export function dayFigures(
  candles: readonly Candle[],
  { price, nowMs }: { readonly price: Price; readonly nowMs: number },
): DayFigures {
  const day = candles.filter(({ startMs }) => startMs >= nowMs - DAY_MS && startMs <= nowMs);
  const open = day[0]?.open ?? price;
  return {
    open,
    high: day.reduce((highest, { high }) => max(highest, high), price),
    low: day.reduce((lowest, { low }) => min(lowest, low), price),
    volume: sum(day.map(({ volume }) => volume)),
    changePercent: changePercent(open, price),
  };
}

/**
 * Returns the change from open to price to two decimal places of a percent, truncated towards zero so that no move is
 * overstated.
 */
export function changePercent(open: Price, price: Price): Rate {
  const moved = subtract(price, open);
  const share = ratio(absolute(moved), open, 'down');
  const shown = (share - (share % SHOWN)) as Rate;
  return moved < 0n ? negate(shown) : shown;
}
