import { absolute } from './amount.ts';
import { multiply } from './arithmetic.ts';
import { formatDecimal, formatPlaces } from './decimal-text.ts';
import { type Amount, type Decimal, ONE, PLACES, type Price, type Rate } from './kinds.ts';

/**
 * Number formatting on screens (spec 9), the same in every language: 1,234.56. Excess digits are truncated towards
 * zero, so no screen ever overstates a value, and a number of only zeros never has a sign.
 */
const MINUS = '\u2212';
const GROUP = 3;
const PRICE_PLACES = 2;
const AMOUNT_PLACES = 5;
const FIAT_PLACES = 2;
const SHORT_PLACES = 2;
/** Places of a ratio shown in percent: two more than those of the percentage. */
const RATIO_PLACES = SHORT_PLACES + 2;
const TINY_DIGITS = 8;
const THOUSAND = 1_000n;
const MILLION = 1_000_000n;
const BILLION = 1_000_000_000n;

/**
 * Inserts thousands separators and uses a minus as wide as a plus. Accepts decimal text and partially typed field
 * values.
 */
export function groupDigits(decimal: string): string {
  const point = decimal.indexOf('.');
  const end = point < 0 ? decimal.length : point;
  const start = decimal.startsWith('-') ? 1 : 0;
  const groups: string[] = [];
  for (let at = end; at > start; at -= GROUP) groups.push(decimal.slice(Math.max(start, at - GROUP), at));
  return (start === 1 ? MINUS : '') + groups.reverse().join(',') + decimal.slice(end);
}

/** Formats for tables: a fixed number of places, trailing zeros included. */
export const showAmount = (value: Decimal, places = AMOUNT_PLACES): string =>
  groupDigits(formatPlaces(value, places, 'down'));

/** Formats for sentences: all digits, or the first `places`, without trailing zeros. */
export const amountForSpeech = (value: Decimal, places = PLACES): string =>
  groupDigits(formatDecimal(cut(value, places)));

/** Formats a price. A price that its places would show as zero is tiny and shown by its first eight digits instead. */
export function showPrice(value: Decimal, precision = PRICE_PLACES): string {
  const isTiny = value !== 0n && cut(value, precision) === 0n;
  return isTiny ? amountForSpeech(value, placesOfTiny(value)) : showAmount(value, precision);
}

/** Formats volumes, supplies and followers; never a price, a balance or anything a user agrees to. */
export function showCompact(value: Decimal): string {
  const size = absolute(value);
  if (size > BILLION * ONE) return `${showAmount(inUnitsOf(value, BILLION), SHORT_PLACES)}B`;
  if (size > MILLION * ONE) return `${showAmount(inUnitsOf(value, MILLION), SHORT_PLACES)}M`;
  if (size > THOUSAND * ONE) return `${showAmount(inUnitsOf(value, THOUSAND), SHORT_PLACES)}K`;
  return showAmount(value, SHORT_PLACES);
}

/**
 * Formats a change with its sign: 0.0123 is shown as +1.23%. A change too small to be shown has no sign, consistent
 * with directionOfPercent.
 */
export function showPercent(ratio: Rate): string {
  const sign = directionOfPercent(ratio) === 'up' ? '+' : '';
  return `${sign}${showAmount((ratio * 100n) as Rate, SHORT_PLACES)}%`;
}

/** Formats the approximate value of an amount in local fiat; the rate is not ours, so it always carries the ≈. */
export function showFiat(value: Amount, rate: Price | Rate, symbol: string): string {
  const worth = multiply(absolute(value), rate, 'down');
  const sign = value < 0n && directionOf(worth, FIAT_PLACES) === 'up' ? MINUS : '';
  return `≈ ${sign}${symbol}${showAmount(worth, FIAT_PLACES)}`;
}

export type Direction = 'up' | 'down' | 'flat';

/**
 * Returns the direction that sets a number's colour and arrow; given places, that of the number as shown: 0.00 is
 * always flat.
 */
export function directionOf(value: Decimal, places = PLACES): Direction {
  const shown = cut(value, places);
  if (shown === 0n) return 'flat';
  return shown > 0n ? 'up' : 'down';
}

/** Returns the direction that showPercent shows. */
export const directionOfPercent = (ratio: Rate): Direction => directionOf(ratio, RATIO_PLACES);

const cut = (value: Decimal, places: number) => (value - (value % 10n ** BigInt(PLACES - places))) as Decimal;

const inUnitsOf = (value: Decimal, unit: bigint) => (value / unit) as Decimal;

/**
 * Returns the places of a tiny price: below one, each digit the bigint is short of eighteen is a zero after the point.
 */
const placesOfTiny = (value: Decimal) => Math.min(PLACES, PLACES - absolute(value).toString().length + TINY_DIGITS);
