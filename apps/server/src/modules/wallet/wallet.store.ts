import { type Amount, formatDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { isBefore, listOfQuery, type Page, type PageRequest, readPage } from '../../platform/db/page.ts';

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

export const listChanges = (tx: Reader, { userId, mode }: Recipient, request: PageRequest): Promise<Page<ChangeRow>> =>
  readPage(
    request,
    listOfQuery<ChangeRow>(
      tx,
      (before) => sql`
        select id, from_kind, to_kind, currency, amount, at from wallet_change
         where user_id = ${userId} and book = ${mode} and ${isBefore(before)} order by id desc`,
    ),
  );
