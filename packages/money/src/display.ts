import { absolute } from './amount.ts';
import { multiply } from './arithmetic.ts';
import { formatDecimal, formatPlaces } from './decimal-text.ts';
import { type Amount, type Decimal, ONE, PLACES, type Price, type Rate } from './kinds.ts';

/**
 * How numbers read on screens (spec 9), in every language the same: 1,234.56. Whatever does not fit is cut towards
 * zero, so no screen ever shows more than there is, and nothing but zeros never has a sign.
 */
const MINUS = '\u2212';
const GROUP = 3;
const PRICE_PLACES = 2;
const AMOUNT_PLACES = 5;
const FIAT_PLACES = 2;
const SHORT_PLACES = 2;
/** A percentage has two places more than the ratio it is written from. */
const RATIO_PLACES = SHORT_PLACES + 2;
const TINY_DIGITS = 8;
const THOUSAND = 1_000n;
const MILLION = 1_000_000n;
const MISSING = '0.00';

/** Thousands apart, and a minus as wide as a plus. Takes decimal text and what a field holds while it is typed. */
export function groupDigits(decimal: string): string {
  const point = decimal.indexOf('.');
  const end = point < 0 ? decimal.length : point;
  const start = decimal.startsWith('-') ? 1 : 0;
  const groups: string[] = [];
  for (let at = end; at > start; at -= GROUP) groups.push(decimal.slice(Math.max(start, at - GROUP), at));
  return (start === 1 ? MINUS : '') + groups.reverse().join(',') + decimal.slice(end);
}

/** For tables: always so many places, zeros at the end included. */
export const showAmount = (value: Decimal, places = AMOUNT_PLACES): string =>
  groupDigits(formatPlaces(value, places, 'down'));

/** For sentences: every digit there is, or the first so many places, and no zeros behind them. */
export const amountForSpeech = (value: Decimal, places = PLACES): string =>
  groupDigits(formatDecimal(cut(value, places)));

/** A price that its places would show as nothing is tiny, and shown by its first eight digits instead. */
export function showPrice(value: Decimal, precision = PRICE_PLACES): string {
  const isTiny = value !== 0n && cut(value, precision) === 0n;
  return isTiny ? amountForSpeech(value, placesOfTiny(value)) : showAmount(value, precision);
}

/** For volumes, supplies and followers; never for a price, a balance or anything a user agrees to. */
export function showCompact(value: Decimal): string {
  const size = absolute(value);
  if (size > MILLION * ONE) return `${showAmount(inUnitsOf(value, MILLION), SHORT_PLACES)}M`;
  if (size > THOUSAND * ONE) return `${showAmount(inUnitsOf(value, THOUSAND), SHORT_PLACES)}K`;
  return showAmount(value, SHORT_PLACES);
}

/** A change with its sign: 0.0123 reads +1.23%. One too small to be seen has none, as directionOfPercent agrees. */
export function showPercent(ratio: Rate): string {
  const sign = directionOfPercent(ratio) === 'up' ? '+' : '';
  return `${sign}${showAmount((ratio * 100n) as Rate, SHORT_PLACES)}%`;
}

/** What an amount is about worth in money of the country; the rate is not ours, so it never goes without the ≈. */
export function showFiat(value: Amount, rate: Price | Rate, symbol: string): string {
  const worth = multiply(absolute(value), rate, 'down');
  const sign = value < 0n && directionOf(worth, FIAT_PLACES) === 'up' ? MINUS : '';
  return `≈ ${sign}${symbol}${showAmount(worth, FIAT_PLACES)}`;
}

export type Direction = 'up' | 'down' | 'flat';

/** Which colour and arrow a number has; given places, that of the number as they show it: 0.00 is always flat. */
export function directionOf(value: Decimal, places = PLACES): Direction {
  const shown = cut(value, places);
  if (shown === 0n) return 'flat';
  return shown > 0n ? 'up' : 'down';
}

/** The direction that showPercent shows. */
export const directionOfPercent = (ratio: Rate): Direction => directionOf(ratio, RATIO_PLACES);

/**
 * A missing value shows 0.00 (spec 9): one that was loaded and is not there. What still loads is a skeleton and what
 * failed is a dash; neither may come here, because a zero that is not known to be one is a lie about money.
 */
export const showLoaded = <Value extends Decimal>(
  value: Value | null | undefined,
  show: (value: Value) => string,
): string => (value === null || value === undefined ? MISSING : show(value));

const cut = (value: Decimal, places: number) => (value - (value % 10n ** BigInt(PLACES - places))) as Decimal;

const inUnitsOf = (value: Decimal, unit: bigint) => (value / unit) as Decimal;

/** Below one, as many digits as the bigint is short of eighteen are zeros behind the point. */
const placesOfTiny = (value: Decimal) => Math.min(PLACES, PLACES - absolute(value).toString().length + TINY_DIGITS);
