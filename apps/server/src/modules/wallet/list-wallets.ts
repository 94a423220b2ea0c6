import type { UserKind } from '@app/domain/ledger';
import { type Amount, parseDecimal } from '@app/money';
import type { Output } from '@app/protocol';
import type { walletHistory as historyRoute, listWallets as listRoute } from '@app/protocol/wallet';
import { type Audience, lastPushSeq } from '../../platform/bus/push.ts';
import { balancesOf } from './balances-of.ts';
import type { WalletDeps } from './change-wallet.ts';
import * as store from './wallet.store.ts';

/**
 * Returns all balances with their channel sequence number, from one snapshot: a push is either included or yet to come.
 */
export async function listWallets({ db, ledger }: WalletDeps, audience: Audience): Promise<Output<typeof listRoute>> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const seq = await lastPushSeq(tx, audience);
      return { list: await balancesOf(tx, ledger, audience), seq };
    });
}

type Page = { readonly page: number; readonly limit: number };

/** Returns the user's transfers between accounts, newest first. */
export async function listHistory(
  { db }: WalletDeps,
  audience: Audience,
  page: Page,
): Promise<Output<typeof historyRoute>> {
  const [rows, total] = await Promise.all([store.listChanges(db, audience, page), store.countChanges(db, audience)]);
  const list = rows.map((row) => ({
    id: row.id,
    from_field: row.from_kind as UserKind, // This module wrote a `UserKind`.
    to_field: row.to_kind as UserKind,
    currency: row.currency,
    number: parseDecimal<Amount>(row.amount),
    at: row.at.getTime(),
  }));
  return { list, ...page, total };
}
