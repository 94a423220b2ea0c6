import { expectDefined } from '@app/base';
import { absolute } from './amount.ts';
import { divideRounded } from './divide-rounded.ts';
import { type Decimal, PLACES, type Rounding } from './kinds.ts';
import { isStorable } from './storable.ts';

const GRAMMAR = /^-?(?:0|[1-9]\d*)(?:\.\d{1,18})?$/;

/** Maximum length: sign, twenty digits, point, eighteen digits. Longer text is refused unread, whatever its size. */
const LENGTH_MAX = 40;

/** Value of one unit in the last place, by number of places. A table, because powers are slow. */
const UNITS = Array.from({ length: PLACES + 1 }, (_, places) => 10n ** BigInt(PLACES - places));

/** Reads decimal text from outside, where malformed text is the sender's error: returns undefined and never throws. */
export function readDecimal<Kind extends Decimal>(text: string): Kind | undefined {
  if (text.length > LENGTH_MAX || !GRAMMAR.test(text)) return undefined;
  const point = text.indexOf('.');
  const places = point < 0 ? 0 : text.length - point - 1;
  const digits = point < 0 ? text : text.slice(0, point) + text.slice(point + 1);
  const value = BigInt(digits) * unitAt(places);
  // The text does not carry its kind (amount, price or rate); the reader of the field determines it.
  return isStorable(value) ? (value as Kind) : undefined;
}

/** Parses text we wrote ourselves, such as constants and database columns: malformed text is a defect. */
export function parseDecimal<Kind extends Decimal>(text: string): Kind {
  const value = readDecimal<Kind>(text);
  if (value === undefined) throw new Error(`not a decimal: ${JSON.stringify(text.slice(0, LENGTH_MAX))}`);
  return value;
}

/** Formats the shortest text that parses back to the same value: for the wire, JSON and the database. */
export function formatDecimal(value: Decimal): string {
  if (value === 0n) return '0'; // Fast path: half of all ledger entry columns are zero.
  const digits = absolute(value)
    .toString()
    .padStart(PLACES + 1, '0');
  const point = digits.length - PLACES;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end -= 1;
  const text = putPoint(digits.slice(0, end), point);
  return value < 0n ? `-${text}` : text;
}

/** Formats for screens: a fixed number of places, and never a minus before only zeros. */
export function formatPlaces(value: Decimal, places: number, rounding: Rounding): string {
  const units = divideRounded(absolute(value), unitAt(places), rounding);
  const digits = units.toString().padStart(places + 1, '0');
  const text = putPoint(digits, digits.length - places);
  return value < 0n && units > 0n ? `-${text}` : text;
}

const unitAt = (places: number) => expectDefined(UNITS[places], 'a whole number of places from 0 to 18');

const putPoint = (digits: string, point: number) =>
  point === digits.length ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
