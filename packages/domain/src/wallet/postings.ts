import type { Amount } from '@app/money';
import { type Mode, move, type Transfer, type UserKind, userAccount } from '../ledger/index.ts';

/** A user's own transfer between two accounts. The key makes it unique among the user's transfers. */
export type PostedChange = {
  readonly userId: bigint;
  readonly mode: Mode;
  readonly from: UserKind;
  readonly to: UserKind;
  readonly currency: string;
  readonly amount: Amount;
  readonly key: string;
};

export const postChange = ({ userId, mode, from, to, currency, amount, key }: PostedChange): Transfer => ({
  kind: 'wallet.change',
  ref: `${userId}:${key}`,
  mode,
  entries: move(amount, userAccount(userId, from, currency), userAccount(userId, to, currency)),
});
