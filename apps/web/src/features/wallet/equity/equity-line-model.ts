import { dayResult } from '@app/domain/wallet';
import {
  type Amount,
  absolute,
  add,
  type Direction,
  directionOf,
  multiply,
  negate,
  type Rate,
  showAmount,
  subtract,
  ZERO,
} from '@app/money';
import type { Unit } from '../valuation/unit.ts';

export type ShownDay = {
  readonly since: number;
  readonly points: readonly { readonly worth: Amount; readonly came: Amount }[];
  readonly now: Amount;
  readonly came: Amount;
  readonly simulated: boolean;
};

/** Returns local midnight. */
export const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);

export type Line = {
  readonly values: readonly Amount[];
  readonly mark: Amount;
  readonly change: Amount;
  readonly ratio: Rate | undefined;
};

/**
 * Computes the day's line against its reference: the opening value plus deposits minus withdrawals. Every point is
 * adjusted the same way, so a deposit causes no jump and the end is above the reference by exactly the day's profit.
 */
export function lineOf({ points, now, came }: ShownDay): Line {
  const opening = points[0]?.worth ?? now;
  const values = points.map((point) => add(point.worth, subtract(came, point.came)));
  return { values: [...values, now], mark: add(opening, came), ...dayResult({ opening, now, came }) };
}

/** Reports a day without points: the user had more transactions than can be processed, so nothing is shown. */
export const isUnknownDay = ({ points }: ShownDay): boolean => points.length === 0;

/**
 * Reports whether there is nothing to draw: a day in which nothing was ever owned. Money deposited and lost was owned.
 */
export const isEmptyDay = ({ points, now, came }: ShownDay): boolean =>
  now === ZERO && came === ZERO && points.every(({ worth }) => worth === ZERO);

const PLACES = 2;

/** Converts to the unit, rounded towards zero, so that neither a gain nor a loss looks larger than it is. */
function convert(worth: Amount, { rate }: Unit): Amount {
  const size = multiply(absolute(worth), rate, 'down');
  return worth < ZERO ? negate(size) : size;
}

/** Splits `$24,812.60` into two parts: the decimals are rendered in a lighter tone. */
export function showInParts(worth: Amount, unit: Unit): readonly [whole: string, decimals: string] {
  const [whole = '', decimals = ''] = showAmount(convert(worth, unit), PLACES).split('.');
  return [`${unit.sign}${whole}`, `.${decimals}`];
}

/** Formats a value without the currency sign, which the scale implies. */
export const showOnScale = (worth: Amount, unit: Unit): string => showAmount(convert(worth, unit), PLACES);

/** Formats a change as `+$222.30`, `−$222.30` or `$0.00`, with its direction. */
export function showChange(change: Amount, unit: Unit): { readonly text: string; readonly direction: Direction } {
  const value = convert(change, unit);
  const direction = directionOf(value, PLACES);
  const sign = { up: '+', down: '−', flat: '' }[direction];
  return { text: `${sign}${unit.sign}${showAmount(absolute(value), PLACES)}`, direction };
}

/** Formats local time as `00:00`. */
export function clockText(ms: number): string {
  const at = new Date(ms);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Query key: session scope, start of the day, and balance sequence; equal balances may have come about differently. */
type DayQuery = { readonly scope: string; readonly since: number; readonly seq: string };

export const dayKeyOf = ({ scope, since, seq }: DayQuery) => ['wallet', 'equity', scope, since, seq] as const;

/** Reports whether both are the same user, mode and day: only then may one response be the other's placeholder. */
export const isSameDay = (before: readonly unknown[] | undefined, { scope, since }: DayQuery): boolean =>
  before !== undefined && before[2] === scope && before[3] === since;
