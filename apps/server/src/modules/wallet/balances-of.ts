import { USER_KINDS, type UserKind } from '@app/domain/ledger';
import type { Amount } from '@app/money';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Ledger } from '../ledger/index.ts';

export type Balance = {
  readonly account: UserKind;
  readonly currency: string;
  readonly available: Amount;
  readonly frozen: Amount;
};

/** Returns all of a user's balances in a mode, account by account. */
export async function balancesOf(tx: Reader, ledger: Ledger, { userId, mode }: Recipient): Promise<Balance[]> {
  const accounts = await ledger.readOwner(tx, mode, `user:${userId}`);
  return accounts.flatMap(({ kind, currency, available, frozen }) =>
    isUserKind(kind) ? [{ account: kind, currency, available, frozen }] : [],
  );
}

const isUserKind = (kind: string): kind is UserKind => USER_KINDS.some((known) => known === kind);
