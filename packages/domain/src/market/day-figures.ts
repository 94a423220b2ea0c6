import { type Amount, absolute, max, min, negate, ONE, type Price, type Rate, ratio, subtract, sum } from '@app/money';
import type { Candle } from './candle.ts';

const DAY_MS = 24 * 3_600_000;
/** Of the ratio: two places of the percentage that is shown. */
const SHOWN = (ONE / 10_000n) as Rate;

export type DayFigures = {
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly volume: Amount;
  /** As every rate, one percent is ONE / 100n. */
  readonly changePercent: Rate;
};

/**
 * What a market did in the 24 hours until now, from its bars in order of time (of a minute; the last one still grows)
 * and its price now. A bar counts when it began within them. Without any, nothing moved.
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

/** How far a price is from where it began, to two places of a percent, cut towards zero: no move is shown larger. */
export function changePercent(open: Price, price: Price): Rate {
  const moved = subtract(price, open);
  const share = ratio(absolute(moved), open, 'down');
  const shown = (share - (share % SHOWN)) as Rate;
  return moved < 0n ? negate(shown) : shown;
}
