import { type Decision, ok, refuse } from '@app/base';
import { type Amount, formatDecimal, isMultipleOf, parseDecimal } from '@app/money';
import { AMOUNT_PLACES_MAX } from '../checks/index.ts';
import type { UserKind } from '../ledger/index.ts';

/** A user's request to move an amount from one of their accounts to another. */
export type WalletChange = { readonly from: UserKind; readonly to: UserKind; readonly amount: Amount };

export type ChangeRefusal = 'same_account' | 'insufficient_balance' | 'amount_step_wrong';

/** Spec 5: an amount has up to ten decimals. */
const STEP = parseDecimal<Amount>(`0.${'1'.padStart(AMOUNT_PLACES_MAX, '0')}`);

/**
 * Checks a transfer between a user's accounts. The order of the checks is part of the rule: the first refusal that
 * applies is returned. A whole balance may have more decimals than a user types: trades and fees leave them, and they
 * must not be stranded.
 */
export function checkChange(change: WalletChange, available: Amount): Decision<WalletChange, ChangeRefusal> {
  if (change.from === change.to) return refuse('same_account');
  if (change.amount > available) return refuse('insufficient_balance');
  if (change.amount === available || isMultipleOf(change.amount, STEP)) return ok(change);
  return refuse('amount_step_wrong', { step: formatDecimal(STEP) });
}
