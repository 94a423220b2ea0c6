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
import type { Unit } from './unit.ts';

export type ShownDay = {
  readonly since: number;
  readonly points: readonly { readonly worth: Amount; readonly came: Amount }[];
  readonly now: Amount;
  readonly came: Amount;
  readonly simulated: boolean;
};

/** Midnight where the user is. */
export const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);

export type Line = {
  readonly values: readonly Amount[];
  readonly mark: Amount;
  readonly change: Amount;
  readonly ratio: Rate | undefined;
};

/**
 * The day as a line against what it is measured from: its beginning with all that came and without what left. Each point
 * stands where it would with that, so a deposit is no wave and the end lies above the mark by exactly what was won.
 */
export function lineOf({ points, now, came }: ShownDay): Line {
  const opening = points[0]?.worth ?? now;
  const values = points.map((point) => add(point.worth, subtract(came, point.came)));
  return { values: [...values, now], mark: add(opening, came), ...dayResult({ opening, now, came }) };
}

/** Who moved more than can be walked has a day of which nothing is known, and nothing is to be said. */
export const isUnknownDay = ({ points }: ShownDay): boolean => points.length === 0;

/** Whether there is anything to draw: a day in which nothing was ever owned has no line. What came and was lost was owned. */
export const isEmptyDay = ({ points, now, came }: ShownDay): boolean =>
  now === ZERO && came === ZERO && points.every(({ worth }) => worth === ZERO);

const PLACES = 2;

/** Cut towards zero, so that neither a gain nor a loss looks larger than it is. */
function convert(worth: Amount, { rate }: Unit): Amount {
  const size = multiply(absolute(worth), rate, 'down');
  return worth < ZERO ? negate(size) : size;
}

/** `$24,812.60` in two parts: the decimals stand one tone back. */
export function showInParts(worth: Amount, unit: Unit): readonly [whole: string, decimals: string] {
  const [whole = '', decimals = ''] = showAmount(convert(worth, unit), PLACES).split('.');
  return [`${unit.sign}${whole}`, `.${decimals}`];
}

/** Without the sign of the currency: on a scale it is understood. */
export const showOnScale = (worth: Amount, unit: Unit): string => showAmount(convert(worth, unit), PLACES);

/** `+$222.30`, `−$222.30` or `$0.00`, and which way that is. */
export function showChange(change: Amount, unit: Unit): { readonly text: string; readonly direction: Direction } {
  const value = convert(change, unit);
  const direction = directionOf(value, PLACES);
  const sign = { up: '+', down: '−', flat: '' }[direction];
  return { text: `${sign}${unit.sign}${showAmount(absolute(value), PLACES)}`, direction };
}

/** `00:00`, of the clock on the wall. */
export function clockText(ms: number): string {
  const at = new Date(ms);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}
