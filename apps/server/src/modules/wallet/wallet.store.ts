import type { UserKind } from '@app/domain/ledger';
import { type Amount, formatDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { isBefore, listOfQuery, type Page, type PageRequest, readPage } from '../../platform/db/page.ts';
import { type PersonalTable, selectRows } from '../../platform/db/personal-data.ts';

export type ChangeRow = { id: bigint; from_kind: string; to_kind: string; currency: string; amount: string; at: Date };

export type NewChange = Recipient & {
  readonly id: bigint;
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  readonly amount: Amount;
};

export async function insertChange(tx: Tx, row: NewChange): Promise<void> {
  await sql`
    insert into wallet_change (id, user_id, book, from_kind, to_kind, currency, amount)
    values (${row.id}, ${row.userId}, ${row.mode}, ${row.from}, ${row.to}, ${row.currency}, ${formatDecimal(row.amount)})`.execute(
    tx,
  );
}

/** Transfers of one coin, and those from or to one account; absent fields do not filter. */
export type ChangeFilter = { readonly currency?: string | undefined; readonly account?: UserKind | undefined };

/** Lists a user's transfers. A filter reads past the user's other transfers, which people make by hand and few of. */
export const listChanges = (
  tx: Reader,
  { userId, mode, currency, account }: Recipient & ChangeFilter,
  request: PageRequest,
): Promise<Page<ChangeRow>> =>
  readPage(
    request,
    listOfQuery<ChangeRow>(
      tx,
      (before) => sql`
        select id, from_kind, to_kind, currency, amount, at from wallet_change
         where user_id = ${userId} and book = ${mode} and ${isBefore(before)}
           and ${currency === undefined ? sql`true` : sql`currency = ${currency}`}
           and ${account === undefined ? sql`true` : sql`${account} in (from_kind, to_kind)`}
         order by id desc`,
    ),
  );

/** What the wallet stores about users besides the ledger. */
export const walletTables: readonly PersonalTable[] = [
  {
    table: 'wallet_change',
    download: selectRows('Transfers between your own accounts.', 'wallet_change', [
      'id',
      'book',
      'from_kind',
      'to_kind',
      'currency',
      'amount',
      'at',
    ]),
    closing: { keep: 'ledger' },
  },
];
/** A transfer of the ledger that a `wallet_change` was written with. */
export type PostedChangeKey = {
  readonly transfer: bigint;
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  readonly amount: Amount;
};

/**
 * Finds the changes of ledger transfers. Both are written by one transaction, the change's id first, so it is the last
 * one before the transfer that moves the same money.
 */
export async function findChanges(
  tx: Reader,
  { userId, mode }: Recipient,
  keys: readonly PostedChangeKey[],
): Promise<ReadonlyMap<bigint, bigint>> {
  const { rows } = await sql<{ transfer: bigint; id: bigint }>`
    select n.transfer, c.id
      from unnest(${keys.map(({ transfer }) => transfer)}::bigint[], ${keys.map(({ from }) => from)}::text[],
                  ${keys.map(({ to }) => to)}::text[], ${keys.map(({ currency }) => currency)}::text[],
                  ${keys.map(({ amount }) => formatDecimal(amount))}::numeric[]) as n (transfer, from_kind, to_kind, currency, amount)
      cross join lateral (
        select w.id from wallet_change w
         where w.user_id = ${userId} and w.book = ${mode} and w.id < n.transfer
           and w.id > n.transfer - (${CHANGE_WITHIN_MS}::bigint << 22)
           and w.from_kind = n.from_kind and w.to_kind = n.to_kind and w.currency = n.currency and w.amount = n.amount
         order by w.id desc limit 1) c`.execute(tx);
  return new Map(rows.map(({ transfer, id }) => [transfer, id]));
}

/** A change is written within this time before its transfer; ids begin with their milliseconds. */
const CHANGE_WITHIN_MS = 60_000;
