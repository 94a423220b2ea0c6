import type { Account, Channel } from '@app/domain/auth';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database.ts';

export type UserRow = { id: bigint; account: string; nickname: string; invite_code: string; created_at: Date };
/** `lang` is empty until the user chose one. */
export type LoginRow = UserRow & { password_hash: string; lang: string | null };

export type NewUser = {
  readonly id: bigint;
  readonly channel: Channel;
  readonly account: Account;
  readonly passwordHash: string;
  readonly nickname: string;
  readonly inviteCode: string;
  readonly invitedBy: bigint | undefined;
  readonly country: string | undefined;
  readonly riskTextVersion: number;
};

const COLUMNS = sql`id, coalesce(email, mobile) as account, nickname, invite_code, created_at`;

/** False when the account is taken; which of the unique columns it was is nobody's business. */
export async function insertUser(tx: Tx, user: NewUser): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into user_account
      (id, email, mobile, password_hash, nickname, invite_code, invited_by, country, risk_text_version)
    values (${user.id}, ${user.channel === 'email' ? user.account : null},
            ${user.channel === 'mobile' ? user.account : null}, ${user.passwordHash}, ${user.nickname},
            ${user.inviteCode}, ${user.invitedBy ?? null}, ${user.country ?? null}, ${user.riskTextVersion})
    on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export async function findUser(tx: Reader, id: bigint): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select ${COLUMNS} from user_account where id = ${id}`.execute(tx);
  return rows[0];
}

/** The only read that takes the password's hash out of its table. */
export async function findForLogin(tx: Reader, account: Account, channel: Channel): Promise<LoginRow | undefined> {
  const { rows } = await sql<LoginRow>`
    select ${COLUMNS}, password_hash, lang from user_account
     where ${sql.ref(channel)} = ${account}`.execute(tx);
  return rows[0];
}

export async function findByInviteCode(tx: Reader, inviteCode: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    select id from user_account where invite_code = ${inviteCode}`.execute(tx);
  return rows[0]?.id;
}

/** True for the first of all calls, ever; it holds the row until its transaction ends. */
export async function markDemoGranted(tx: Tx, id: bigint): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update user_account set demo_granted_at = app_now() where id = ${id} and demo_granted_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

export async function changeLanguage(tx: Tx, id: bigint, lang: string): Promise<void> {
  await sql`update user_account set lang = ${lang} where id = ${id}`.execute(tx);
}
