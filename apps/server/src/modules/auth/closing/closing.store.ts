import type { Mode } from '@app/domain/ledger';
import { sql } from 'kysely';
import type { Db, Reader, Tx } from '../../../platform/db/database.ts';
import { NO_PASSWORD } from '../account/password-hash.ts';
import type { Owner } from '../code/mails.ts';

/** Open orders or positions of one product. */
type OpenOrders = { readonly product: string; readonly book: Mode; readonly count: number };
/** Counts a user's open orders of one product; injected by the composition root, one per product. */
export type CountOpenOrders = (tx: Reader, userId: bigint) => Promise<readonly OpenOrders[]>;

/** Leftovers by account and currency, as decimal text. */
type Left = Readonly<Record<string, string>>;

export type NewClosing = {
  readonly left: Left;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly days: number;
};

export async function findClosing(tx: Reader, id: bigint): Promise<Date | null> {
  const { rows } = await sql<{ closing_due_at: Date | null }>`
    select closing_due_at from user_account where id = ${id}`.execute(tx);
  return rows[0]?.closing_due_at ?? null;
}

/** Returns true for the request that began the waiting time; a later one does not restart it. */
export async function beginClosing(tx: Tx, id: bigint, { left, email, mobile, days }: NewClosing): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update user_account set closing_due_at = app_now() + ${days} * interval '1 day', closing_left = ${JSON.stringify(left)}::jsonb,
                            closing_email = ${email}, closing_mobile = ${mobile}
     where id = ${id} and closing_due_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns true for the call that ended the waiting time. Locks the row only if there was one. */
export async function endClosing(tx: Tx, id: bigint): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update user_account set closing_due_at = null, closing_left = null, closing_email = null, closing_mobile = null
     where id = ${id} and closing_due_at is not null`.execute(tx);
  return numAffectedRows === 1n;
}

const AT_ONCE = 50;

/** Lists the accounts whose waiting time is over. */
export async function listDue(db: Db): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from user_account where closing_due_at <= app_now() order by closing_due_at limit ${AT_ONCE}`.execute(db);
  return rows.map(({ id }) => id);
}

export type DueClosing = Owner & { readonly left: Left };

/** Locks an account that is due; undefined if a login or another worker was first. */
export async function lockDue(tx: Tx, id: bigint): Promise<DueClosing | undefined> {
  const { rows } = await sql<DueClosing>`
    select id, email, mobile, lang, null as phrase, closing_left as left from user_account
     where id = ${id} and closing_due_at <= app_now() for update`.execute(tx);
  return rows[0];
}

const NO_NAME = 'closed';

/** Erases the user and keeps the number, the country, what was accepted, and the keyed hashes of the addresses. */
export async function eraseUser(tx: Tx, id: bigint): Promise<void> {
  await sql`
    update user_account
       set email = null, mobile = null, password_hash = ${NO_PASSWORD}, nickname = ${NO_NAME}, signature = '', avatar_id = null,
           phrase = null, trade_password_sealed = null, lang = null, closing_due_at = null, closed_at = app_now()
     where id = ${id}`.execute(tx);
}

export async function keepUntil(tx: Tx, id: bigint, years: number): Promise<void> {
  await sql`update user_account set kept_until = closed_at + ${years} * interval '1 year' where id = ${id}`.execute(tx);
}

/** Erases what was kept of accounts that were closed long enough ago. */
export async function eraseKept(db: Db): Promise<void> {
  await sql`
    update user_account set closing_email = null, closing_mobile = null, closing_left = null, country = null, kept_until = null
     where kept_until <= app_now()`.execute(db);
}
