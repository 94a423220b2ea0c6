import { type Decision, ok, refuse } from '@app/base';
import type { Amount } from '@app/money';
import type { UserKind } from '../ledger/index.ts';

/** What a user asks for: so much, from one of their accounts to another. */
export type WalletChange = { readonly from: UserKind; readonly to: UserKind; readonly amount: Amount };

export type ChangeRefusal = 'same_account' | 'insufficient_balance';

/** The order of the checks is part of the rule: the first refusal that applies is the answer. */
export function checkChange(change: WalletChange, available: Amount): Decision<WalletChange, ChangeRefusal> {
  if (change.from === change.to) return refuse('same_account');
  return change.amount <= available ? ok(change) : refuse('insufficient_balance');
}
