import type { UserKind } from '@app/domain/ledger';
import { type Amount, parseDecimal } from '@app/money';
import type { Output } from '@app/protocol';
import type { walletHistory as historyRoute, listWallets as listRoute } from '@app/protocol/wallet';
import { lastPushSeq, type Recipient } from '../../platform/bus/push.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import type { Board } from '../market/index.ts';
import { balancesOf } from './balances-of.ts';
import type { WalletDeps } from './change-wallet.ts';
import { valueBalances } from './records/show-balances.ts';
import * as store from './wallet.store.ts';

type ListDeps = WalletDeps & { readonly board: Pick<Board, 'quotes'> };

/**
 * Returns all balances with their channel sequence number, from one snapshot: a push is either included or yet to come.
 */
export async function listWallets(
  { db, ledger, board }: ListDeps,
  recipient: Recipient,
): Promise<Output<typeof listRoute>> {
  const { list, seq } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const seq = await lastPushSeq(tx, recipient);
      return { list: await balancesOf(tx, ledger, recipient), seq };
    });
  return { list: list.map(valueBalances(board)), seq };
}

/** Returns the user's transfers between accounts that match the filter, newest first. */
export async function listHistory(
  { db }: Pick<WalletDeps, 'db'>,
  recipient: Recipient,
  { currency, account, ...request }: PageRequest & store.ChangeFilter,
): Promise<Output<typeof historyRoute>> {
  const { rows, ...page } = await store.listChanges(db, { ...recipient, currency, account }, request);
  const list = rows.map((row) => ({
    id: row.id,
    from_field: row.from_kind as UserKind, // This module wrote a `UserKind`.
    to_field: row.to_kind as UserKind,
    currency: row.currency,
    number: parseDecimal<Amount>(row.amount),
    at: row.at.getTime(),
  }));
  return { list, ...page };
}
