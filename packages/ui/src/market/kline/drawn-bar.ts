import {
  type Decimal,
  formatDecimal,
  groupDigits,
  parseDecimal,
  readDecimal,
  showAmount,
  showCompact,
} from '@app/money';
import type { KlineBar } from './kline-source.ts';

/** A bar as the library draws it. The digits are enough for pixels and for nothing else. */
export type DrawnBar = {
  timestamp: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

export const drawnNumber = (value: Decimal): number => Number(formatDecimal(value));

export const drawnBar = ({ time, open, high, low, close, volume }: KlineBar): DrawnBar => ({
  timestamp: time,
  open: drawnNumber(open),
  high: drawnNumber(high),
  low: drawnNumber(low),
  close: drawnNumber(close),
  volume: drawnNumber(volume),
});

/** More places than a price has, so that 0.3 held as 0.29999… is not cut to 0.2. */
const GUARD = 4;
const PLACES_MAX = 14;

/**
 * A drawn number as text, cut towards zero like every price beside the chart, so that the tag at the axis never differs
 * from the headline in its last digit.
 */
export function cutText(value: number, precision: number): string {
  const places = Math.min(precision, PLACES_MAX);
  const text = value.toFixed(places + GUARD).slice(0, -GUARD);
  const cut = places === 0 ? text.replace('.', '') : text;
  return /[1-9]/.test(cut) ? cut : cut.replace('-', '');
}

/** What a label of the axis shows: thousands apart, with the minus of all numbers. */
export const axisText = (value: string | number): string => groupDigits(String(value));

const COMPACT_PLACES = 6;

/** A volume at the axis; the library hands it over as a number or as its text. */
export const compactText = (value: string | number): string => {
  const volume = readDecimal<Decimal>(Number(value).toFixed(COMPACT_PLACES));
  return volume === undefined ? '' : showCompact(volume);
};

const THOUSAND = parseDecimal('1000');

/** A volume in words: every place while it is small, K and M when it is not. */
export const volumeText = (volume: Decimal, precision: number): string =>
  volume > THOUSAND ? showCompact(volume) : showAmount(volume, precision);
