import { isAmountText, isDigits } from '@app/domain/checks';
import type { Limit } from '@app/domain/limits';
import { type Amount, formatDecimal, parseDecimal } from '@app/money';

/** Decimal places (cents). */
export const PLACES = 2;

/** The typed amount, or the choice of no limit. */
export type AmountForm = { readonly amount: string; readonly isNone: boolean };

export const formOf = ({ amount }: Limit): AmountForm => ({
  amount: amount === null ? '' : formatDecimal(amount),
  isNone: false,
});

/** Returns the limit to send; undefined while no number is typed. Zero is valid: it allows nothing. */
export function requestedLimit({ amount, isNone }: AmountForm): Limit | undefined {
  if (isNone) return { amount: null, untilMs: null };
  const typed = amount.replace(/\.$/, '');
  return isAmountText(typed) ? { amount: parseDecimal<Amount>(typed), untilMs: null } : undefined;
}

const DAY_MS = 86_400_000;
/** One day below the longest allowed break, so that clock skew never makes the longest choice too long. */
export const DAYS_MAX = 364;

export const BREAKS = ['day', 'week', 'month', 'other', 'none'] as const;
type Break = (typeof BREAKS)[number];
const DAYS = { day: 1, week: 7, month: 30 } as const;

/** `none` ends a running break; `other` takes a number of days. */
export type BreakForm = { readonly length: Break; readonly days: string };

export const EMPTY_BREAK: BreakForm = { length: 'day', days: '14' };

/** Returns the break to send now; undefined while the days are zero or too many. */
export function requestedBreak({ length, days }: BreakForm, nowMs: number): Limit | undefined {
  if (length === 'none') return { amount: null, untilMs: null };
  if (length === 'other' && !isDigits(days)) return undefined;
  const count = length === 'other' ? Number(days) : DAYS[length];
  if (count < 1 || count > DAYS_MAX) return undefined;
  return { amount: null, untilMs: Math.floor(nowMs) + count * DAY_MS };
}

/** Returns one day more or less, or undefined at the end of the range. */
export function stepDays(days: string, by: 1 | -1): string | undefined {
  const next = (isDigits(days) ? Number(days) : 0) + by;
  return next >= 1 && next <= DAYS_MAX ? String(next) : undefined;
}
