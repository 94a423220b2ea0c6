import { expectDefined } from '@app/base';
import type { Account, Channel } from '@app/domain/auth';
import { LANGUAGE_CODES } from '@app/i18n';
import type { VerificationLevel } from '@app/protocol';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Reader, Tx } from '../../../platform/db/database.ts';

export type UserRow = {
  id: bigint;
  account: string;
  email: string | null;
  mobile: string | null;
  nickname: string;
  signature: string;
  avatar_id: string | null;
  invite_code: string;
  country: string | null;
  verification: VerificationLevel;
  created_at: Date;
  /** That of the registration until the user chooses one; null for users from before it was stored. */
  lang: string | null;
  phrase: string | null;
  frozen_at: Date | null;
  withdrawals_held_until: Date | null;
  closing_due_at: Date | null;
};
export type LoginRow = UserRow & { password_hash: string };

export type NewUser = {
  readonly id: bigint;
  readonly channel: Channel;
  readonly account: Account;
  readonly passwordHash: string;
  readonly nickname: string;
  readonly inviteCode: string;
  readonly invitedBy: bigint | undefined;
  readonly country: string;
  readonly riskTextVersion: number;
  readonly termsVersion: number;
};

const COLUMNS = sql`id, coalesce(email, mobile) as account, email, mobile, nickname, signature, avatar_id, invite_code,
  country, verification, created_at, lang, phrase, frozen_at, withdrawals_held_until, closing_due_at`;

/** Inserts a user; false if the account is taken, without disclosing which unique column conflicted. */
export async function insertUser(tx: Tx, user: NewUser): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into user_account
      (id, email, mobile, password_hash, nickname, invite_code, invited_by, country, risk_text_version,
       terms_version)
    values (${user.id}, ${user.channel === 'email' ? user.account : null},
            ${user.channel === 'mobile' ? user.account : null}, ${user.passwordHash}, ${user.nickname},
            ${user.inviteCode}, ${user.invitedBy ?? null}, ${user.country}, ${user.riskTextVersion},
            ${user.termsVersion})
    on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export async function findUser(tx: Reader, id: bigint): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select ${COLUMNS} from user_account where id = ${id}`.execute(tx);
  return rows[0];
}

/** Only read that returns the password hash. */
export async function findForLogin(tx: Reader, account: Account, channel: Channel): Promise<LoginRow | undefined> {
  const { rows } = await sql<LoginRow>`
    select ${COLUMNS}, password_hash from user_account
     where ${sql.ref(channel)} = ${account}`.execute(tx);
  return rows[0];
}

type AcceptedTerms = { version: number | null; at: Date };

/** Returns the terms a user accepted when the account was opened; null if the version was not recorded yet. */
export async function findAcceptedTerms(tx: Reader, id: bigint): Promise<AcceptedTerms | undefined> {
  const { rows } = await sql<AcceptedTerms>`
    select terms_version as version, created_at as at from user_account where id = ${id}`.execute(tx);
  return rows[0];
}

export async function findByInviteCode(tx: Reader, inviteCode: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    select id from user_account where invite_code = ${inviteCode}`.execute(tx);
  return rows[0]?.id;
}

/** Returns true for the first call ever; locks the row until its transaction ends. */
export async function markDemoGranted(tx: Tx, id: bigint): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update user_account set demo_granted_at = app_now(), demo_round = 1
     where id = ${id} and demo_granted_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Stores the language a call came in, if the product has it: callers may send any text. */
export async function keepLanguage(tx: Tx, id: bigint, lang: string | undefined): Promise<void> {
  if (lang !== undefined && (LANGUAGE_CODES as readonly string[]).includes(lang)) await changeLanguage(tx, id, lang);
}

export async function changeLanguage(tx: Tx, id: bigint, lang: string): Promise<void> {
  await sql`update user_account set lang = ${lang} where id = ${id}`.execute(tx);
}

/** Returns true where none was set, or the same one: setting it twice changes nothing. */
export async function setFirstCountry(tx: Tx, id: bigint, country: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update user_account set country = ${country}
     where id = ${id} and (country is null or country = ${country})`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Returns whether the account is frozen or closed. Locks the row until the transaction ends, so that no freeze can interleave;
 * shared, so that logins do not block each other.
 */
export async function isFrozenNow(tx: Tx, id: bigint): Promise<boolean> {
  const { rows } = await sql<{ is_frozen: boolean }>`
    select frozen_at is not null or closed_at is not null as is_frozen from user_account where id = ${id} for share`.execute(
    tx,
  );
  return rows[0]?.is_frozen ?? true;
}

/**
 * Returns true for the call that froze the account; a second call changes nothing. A freeze also cancels a closing, which
 * a thief may have requested.
 */
export async function freezeUser(tx: Tx, id: bigint): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update user_account set frozen_at = app_now(), closing_due_at = null, closing_left = null, closing_email = null,
           closing_mobile = null
     where id = ${id} and frozen_at is null and closed_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns true for the call that lifted the freeze. */
export async function unfreezeUser(tx: Tx, id: bigint): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update user_account set frozen_at = null where id = ${id} and frozen_at is not null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns whether the password compared at login is still current; locks the row until the transaction ends. */
export async function isPasswordStill(tx: Tx, { id, password_hash }: LoginRow): Promise<boolean> {
  const { rows } = await sql`
    select from user_account where id = ${id} and password_hash = ${password_hash} for share`.execute(tx);
  return rows.length > 0;
}

export async function changePassword(tx: Tx, id: bigint, passwordHash: string): Promise<void> {
  await sql`update user_account set password_hash = ${passwordHash} where id = ${id}`.execute(tx);
}

/** Holds withdrawals from now on; a longer existing hold is kept. */
export async function holdWithdrawals(tx: Tx, id: bigint, seconds: number): Promise<void> {
  await sql`
    update user_account
       set withdrawals_held_until = greatest(withdrawals_held_until, app_now() + ${seconds} * interval '1 second')
     where id = ${id}`.execute(tx);
}

const UNIQUE_VIOLATION = '23505';

/** Returns false when another user has the number; the transaction must then be rolled back. */
export async function changeMobile(tx: Tx, id: bigint, mobile: Account): Promise<boolean> {
  try {
    await sql`update user_account set mobile = ${mobile} where id = ${id}`.execute(tx);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/**
 * Counts a new round of demo money, including the first, and returns its number; locks the row like the first grant.
 */
export async function beginDemoRound(tx: Tx, id: bigint): Promise<number> {
  const { rows } = await sql<{ demo_round: number }>`
    update user_account set demo_round = demo_round + 1, demo_granted_at = coalesce(demo_granted_at, app_now())
     where id = ${id} returning demo_round`.execute(tx);
  return expectDefined(rows[0], 'the user of a session').demo_round;
}

/** Only read that returns the trade password hash; null where none was set. */
export async function findTradePassword(tx: Reader, id: bigint): Promise<string | null> {
  const { rows } = await sql<{ sealed: string | null }>`
    select trade_password_sealed as sealed from user_account where id = ${id}`.execute(tx);
  return rows[0]?.sealed ?? null;
}

/** Returns true if a previous one was replaced, false if this is the first. */
export async function changeTradePassword(tx: Tx, id: bigint, sealed: string): Promise<boolean> {
  const { rows } = await sql<{ is_replaced: boolean }>`
    with old as materialized (select id, trade_password_sealed from user_account where id = ${id} for no key update)
    update user_account u set trade_password_sealed = ${sealed} from old where u.id = old.id
    returning old.trade_password_sealed is not null as is_replaced`.execute(tx);
  return rows[0]?.is_replaced ?? false;
}

export async function changePhrase(tx: Tx, id: bigint, phrase: string | null): Promise<void> {
  await sql`update user_account set phrase = ${phrase} where id = ${id}`.execute(tx);
}

/** Locks the user's row until the transaction ends, so that counts of the user's objects are serialised. */
export async function lockUser(tx: Tx, id: bigint): Promise<void> {
  await sql`select 1 from user_account where id = ${id} for no key update`.execute(tx);
}

/** Changes the user's public names. Only the given fields change. */
export async function changeNames(tx: Tx, id: bigint, names: { nickname?: string; signature?: string }): Promise<void> {
  await sql`
    update user_account set nickname = coalesce(${names.nickname ?? null}, nickname),
                            signature = coalesce(${names.signature ?? null}, signature)
     where id = ${id}`.execute(tx);
}

/** Returns the previous picture, so that it can be deleted. */
export async function changeAvatar(tx: Tx, id: bigint, avatarId: string | null): Promise<string | null> {
  const { rows } = await sql<{ avatar_id: string | null }>`
    update user_account u set avatar_id = ${avatarId}
      from (select id, avatar_id from user_account where id = ${id} for update) before
     where u.id = before.id returning before.avatar_id`.execute(tx);
  return rows[0]?.avatar_id ?? null;
}

/** Returns the language in which a user reads. */
export async function findLanguage(db: Reader, userId: bigint): Promise<string | undefined> {
  const { rows } = await sql<{ lang: string }>`select lang from user_account where id = ${userId}`.execute(db);
  return rows[0]?.lang;
}

/** Finds how to reach a user; undefined if the account was closed meanwhile. For the worker, which reads no phrase. */
export async function findReachable(
  tx: Reader,
  userId: bigint,
): Promise<Pick<UserRow, 'id' | 'email' | 'mobile' | 'lang' | 'phrase'> | undefined> {
  const { rows } = await sql<Pick<UserRow, 'id' | 'email' | 'mobile' | 'lang' | 'phrase'>>`
    select id, email, mobile, lang, null as phrase from user_account where id = ${userId} and closed_at is null`.execute(
    tx,
  );
  return rows[0];
}
