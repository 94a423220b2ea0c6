import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';

/** How an owner is reached. Role admin gets it from functions only, which write the trail. */
export type Contact = { email: string | null; mobile: string | null };

export type FoundUser = Contact & {
  id: bigint;
  nickname: string;
  verification: number;
  country: string | null;
  frozen_at: Date | null;
  closing_due_at: Date | null;
  closed_at: Date | null;
  found_by: 'uid' | 'phone' | 'order' | 'address' | 'email';
};

type Search = { readonly text: string; readonly after: bigint | undefined; readonly limit: number };

/** Finds users and records the search. Hits of a whole number come first, and only on the first page. */
export async function findUsers(tx: Tx, tokenHash: Buffer, { text, after, limit }: Search): Promise<FoundUser[]> {
  const { rows } = await sql<FoundUser>`
    select id, nickname, email, mobile, verification, country, frozen_at, closing_due_at, closed_at, found_by
      from desk_find_users(${tokenHash}, ${text}, ${after ?? null}, ${limit})`.execute(tx);
  return rows;
}

/** Records that someone opens a profile; undefined if there is no such user. */
export async function lookUp(tx: Tx, tokenHash: Buffer, userId: bigint): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`select email, mobile from desk_look_up(${tokenHash}, ${userId}, '')`.execute(tx);
  return rows[0];
}

export async function reveal(
  tx: Tx,
  tokenHash: Buffer,
  { userId, reason }: { readonly userId: bigint; readonly reason: string },
): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`
    select email, mobile from desk_reveal(${tokenHash}, ${userId}, ${reason})`.execute(tx);
  return rows[0];
}

export type Part = 'ledger' | 'orders' | 'sessions' | 'devices' | 'notices' | 'trail';

/** Records that someone reads a part of a profile, once in a while; false if there is no such user. */
export async function noteReading(tx: Tx, tokenHash: Buffer, userId: bigint, part: Part): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select desk_read(${tokenHash}, ${userId}, ${part}) as found`.execute(
    tx,
  );
  return rows[0]?.found === true;
}

/** Freezes an account and ends its sessions; false if it is frozen or closed. */
export async function freeze(
  tx: Tx,
  tokenHash: Buffer,
  { userId, reason }: { readonly userId: bigint; readonly reason: string },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select desk_freeze(${tokenHash}, ${userId}, ${reason}) as done`.execute(tx);
  return rows[0]?.done === true;
}

export async function isUser(db: Reader, userId: bigint): Promise<boolean> {
  const { rows } = await sql`select from user_account where id = ${userId}`.execute(db);
  return rows.length > 0;
}

export type ProfileRow = {
  id: bigint;
  nickname: string;
  verification: number;
  country: string | null;
  lang: string | null;
  roles: string[];
  invite_code: string;
  created_at: Date;
  frozen_at: Date | null;
  withdrawals_held_until: Date | null;
  closing_due_at: Date | null;
  closed_at: Date | null;
  authenticator_at: Date | null;
  last_seen_at: Date | null;
  now: Date;
};

export async function readProfile(db: Reader, userId: bigint): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select u.id, u.nickname, u.verification, u.country, u.lang, u.roles, u.invite_code, u.created_at, u.frozen_at,
           u.withdrawals_held_until, u.closing_due_at, u.closed_at, app_now() as now,
           (select a.bound_at from authenticator a where a.user_id = u.id) as authenticator_at,
           (select max(s.last_seen_at) from (select last_seen_at from session where user_id = u.id order by id desc limit 20) s) as last_seen_at
      from user_account u where u.id = ${userId}`.execute(db);
  return rows[0];
}

export async function readPasskeys(db: Reader, userId: bigint): Promise<{ name: string; created_at: Date }[]> {
  const { rows } = await sql<{ name: string; created_at: Date }>`
    select name, created_at from passkey where user_id = ${userId} and removed_at is null order by id`.execute(db);
  return rows;
}

type CaseRow = { id: bigint; level: number; state: string; submitted_at: Date; decided_at: Date | null };

/** Reads the last identity case of each level. */
export async function readCases(db: Reader, userId: bigint): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select distinct on (level) id, level, state, submitted_at, decided_at from kyc_case
     where user_id = ${userId} order by level, id desc`.execute(db);
  return rows;
}

type LimitRow = { kind: string; amount: string | null; until: Date | null; next_from: Date | null };

/** Reads the limits a user set, as they apply now: a change that waited counts from its time on. */
export async function readLimits(db: Reader, userId: bigint): Promise<LimitRow[]> {
  const { rows } = await sql<LimitRow>`
    select * from (
      select kind, trim_scale(case when next_from <= app_now() then next_amount else amount end)::text as amount,
             case when next_from <= app_now() then next_until else until end as until,
             case when next_from > app_now() then next_from end as next_from
        from personal_limit where user_id = ${userId}) now
     where amount is not null or until > app_now() or next_from is not null order by kind`.execute(db);
  return rows;
}

type BalanceRow = { mode: 'real' | 'demo'; account: string; currency: string; available: string; frozen: string };

/** Reads the balances that are not zero. */
export async function readBalances(db: Reader, userId: bigint): Promise<BalanceRow[]> {
  const { rows } = await sql<BalanceRow>`
    select book as mode, kind as account, currency, trim_scale(available)::text as available, trim_scale(frozen)::text as frozen
      from ledger_account where owner = ${`user:${userId}`} and (available <> 0 or frozen <> 0)
     order by book desc, kind, currency`.execute(db);
  return rows;
}
