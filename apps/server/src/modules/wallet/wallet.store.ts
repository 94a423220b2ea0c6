import { type Amount, formatDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';

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

export async function listChanges(
  tx: Reader,
  { userId, mode }: Recipient,
  page: { page: number; limit: number },
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select id, from_kind, to_kind, currency, amount, at from wallet_change
     where user_id = ${userId} and book = ${mode}
     order by id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`.execute(tx);
  return rows;
}

export async function countChanges(tx: Reader, { userId, mode }: Recipient): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from wallet_change where user_id = ${userId} and book = ${mode}`.execute(tx);
  return rows[0]?.n ?? 0;
}
