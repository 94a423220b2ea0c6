import { isAmountText } from '@app/domain/checks';
import type { Limit } from '@app/domain/limits';
import { type Amount, formatDecimal, parseDecimal } from '@app/money';

/** Dollars and cents. */
export const PLACES = 2;

/** What is typed, or that there shall be no limit at all. */
export type AmountForm = { readonly amount: string; readonly isNone: boolean };

export const formOf = ({ amount }: Limit): AmountForm => ({
  amount: amount === null ? '' : formatDecimal(amount),
  isNone: false,
});

/** The wish as it would be sent; nothing while there is no number. Zero is a wish too: nothing at all. */
export function requestedLimit({ amount, isNone }: AmountForm): Limit | undefined {
  if (isNone) return { amount: null, untilMs: null };
  const typed = amount.replace(/\.$/, '');
  return isAmountText(typed) ? { amount: parseDecimal<Amount>(typed), untilMs: null } : undefined;
}
