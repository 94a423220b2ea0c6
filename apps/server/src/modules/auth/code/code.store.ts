import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';

export type NewCode = {
  readonly id: bigint;
  readonly account: string;
  readonly purpose: string;
  readonly codeHash: Buffer;
  readonly lifetimeSeconds: number;
};
export type CodeRow = { id: bigint; code_hash: Buffer; tries: number; is_used: boolean; has_expired: boolean };

export async function insertCode(tx: Tx, code: NewCode): Promise<void> {
  await sql`
    insert into one_time_code (id, account, purpose, code_hash, expires_at)
    values (${code.id}, ${code.account}, ${code.purpose}, ${code.codeHash},
            app_now() + ${code.lifetimeSeconds} * interval '1 second')`.execute(tx);
}

/** Counts a try of the newest code and returns what to compare; older codes are invalid. */
export async function addTry(tx: Tx, account: string, purpose: string): Promise<CodeRow | undefined> {
  const { rows } = await sql<CodeRow>`
    update one_time_code set tries = tries + 1
     where id = (select id from one_time_code where account = ${account} and purpose = ${purpose} order by id desc limit 1)
    returning id, code_hash, tries, used_at is not null as is_used, expires_at <= app_now() as has_expired`.execute(tx);
  return rows[0];
}

/** Consumes a code in the transaction of its effect. Of concurrent callers, exactly one succeeds. */
export async function takeCode(tx: Tx, id: bigint): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update one_time_code set used_at = app_now()
     where id = ${id} and used_at is null and expires_at > app_now()`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns to which of a user's addresses the newest code for a purpose was sent. */
export async function newestAccount(tx: Tx, accounts: readonly string[], purpose: string): Promise<string | undefined> {
  const { rows } = await sql<{ account: string }>`
    select account from one_time_code where account = any(${accounts}::text[]) and purpose = ${purpose}
     order by id desc limit 1`.execute(tx);
  return rows[0]?.account;
}

/** Uncounts a try: a right code without an effect yet was no guess. */
export async function giveTryBack(tx: Tx, id: bigint): Promise<void> {
  await sql`update one_time_code set tries = tries - 1 where id = ${id} and tries > 0`.execute(tx);
}

export async function deleteOldCodes(db: Db): Promise<void> {
  await sql`delete from one_time_code where expires_at < app_now() - interval '1 day'`.execute(db);
}
