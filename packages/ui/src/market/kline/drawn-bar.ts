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

/** Bar as the library draws it. Its floats are precise enough for pixels and must not be used for anything else. */
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

/** More decimals than a price has, so that 0.3 held as 0.29999… is not truncated to 0.2. */
const GUARD = 4;
const PLACES_MAX = 14;

/**
 * Formats a drawn number, truncated towards zero like every price beside the chart, so that the tag at the axis never
 * differs from the headline in its last digit.
 */
export function cutText(value: number, precision: number): string {
  const places = Math.min(precision, PLACES_MAX);
  const text = value.toFixed(places + GUARD).slice(0, -GUARD);
  const cut = places === 0 ? text.replace('.', '') : text;
  return /[1-9]/.test(cut) ? cut : cut.replace('-', '');
}

/** Formats an axis label with thousands separators and the minus sign used everywhere else. */
export const axisText = (value: string | number): string => groupDigits(String(value));

const COMPACT_PLACES = 6;

/** Formats a volume at the axis; the library passes it as a number or as text. */
export const compactText = (value: string | number): string => {
  const volume = readDecimal<Decimal>(Number(value).toFixed(COMPACT_PLACES));
  return volume === undefined ? '' : showCompact(volume);
};

const THOUSAND = parseDecimal('1000');

/** Formats a volume: all decimals while it is small, K and M above that. */
export const volumeText = (volume: Decimal, precision: number): string =>
  volume > THOUSAND ? showCompact(volume) : showAmount(volume, precision);
