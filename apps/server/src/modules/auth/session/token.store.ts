import { sql } from 'kysely';
import type { Db, Reader, Tx } from '../../../platform/db/database.ts';

export async function insertToken(tx: Tx, tokenHash: Buffer, sessionId: bigint): Promise<void> {
  await sql`insert into session_token (token_hash, session_id) values (${tokenHash}, ${sessionId})`.execute(tx);
}

/**
 * Adds a successor where the session's newest token is old; of concurrent calls, one does. The session must be locked.
 */
export async function insertSuccessor(
  tx: Tx,
  { tokenHash, sessionId }: { readonly tokenHash: Buffer; readonly sessionId: bigint },
  rotateSeconds: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into session_token (token_hash, session_id)
    select ${tokenHash}, ${sessionId}
     where (select max(made_at) from session_token where session_id = ${sessionId})
           <= app_now() - ${rotateSeconds} * interval '1 second'`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Records the first use, which proves that the client has the token: older tokens get a grace period for requests
 * already in flight.
 */
export async function markFirstUse(tx: Tx, tokenHash: Buffer, graceSeconds: number): Promise<void> {
  await sql`
    with used as (
      update session_token set first_used_at = app_now() where token_hash = ${tokenHash} and first_used_at is null
      returning session_id, made_at)
    update session_token t set ends_at = app_now() + ${graceSeconds} * interval '1 second'
      from used u where t.session_id = u.session_id and t.made_at < u.made_at and t.ends_at is null`.execute(tx);
}

/** Deletes tokens that ended a day ago, and those older than any session may become. */
export async function deleteOldTokens(db: Db): Promise<void> {
  await sql`delete from session_token where ends_at < (select app_now() - interval '1 day')`.execute(db);
  await sql`
    delete from session_token
     where ends_at is null and made_at < (select app_now() - interval '366 days')`.execute(db);
}

export type ReplacedToken = { session_id: bigint; user_id: bigint; ip: string; user_agent: string };

/** Finds the live session of a token that was replaced by a newer one. */
export async function findReplaced(tx: Reader, tokenHash: Buffer): Promise<ReplacedToken | undefined> {
  const { rows } = await sql<ReplacedToken>`
    select t.session_id, s.user_id, s.ip, s.user_agent
      from session_token t join session s on s.id = t.session_id
     where t.token_hash = ${tokenHash} and t.ends_at <= app_now() and s.ended_at is null`.execute(tx);
  return rows[0];
}
