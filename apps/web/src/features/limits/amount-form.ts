import { isAmountText } from '@app/domain/checks';
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
