import { type Decision, ok, refuse } from '@app/base';
import type { Amount } from '@app/money';
import type { UserKind } from '../ledger/index.ts';

/** A user's request to move an amount from one of their accounts to another. */
export type WalletChange = { readonly from: UserKind; readonly to: UserKind; readonly amount: Amount };

export type ChangeRefusal = 'same_account' | 'insufficient_balance';

/**
 * Checks a transfer between a user's accounts. The order of the checks is part of the rule: the first refusal that
 * applies is returned.
 */
export function checkChange(change: WalletChange, available: Amount): Decision<WalletChange, ChangeRefusal> {
  if (change.from === change.to) return refuse('same_account');
  return change.amount <= available ? ok(change) : refuse('insufficient_balance');
}
