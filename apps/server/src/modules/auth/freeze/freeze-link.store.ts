import { sql } from 'kysely';
import type { Db, Reader, Tx } from '../../../platform/database.ts';

type NewLink = { readonly tokenHash: Buffer; readonly userId: bigint; readonly lifetimeSeconds: number };

export async function insertLink(tx: Tx, { tokenHash, userId, lifetimeSeconds }: NewLink): Promise<void> {
  await sql`
    insert into freeze_link (token_hash, user_id, expires_at)
    values (${tokenHash}, ${userId}, app_now() + ${lifetimeSeconds} * interval '1 second')`.execute(tx);
}

/** Returns the user whose account a valid link freezes. */
export async function findLinkOwner(tx: Reader, tokenHash: Buffer): Promise<bigint | undefined> {
  const { rows } = await sql<{ user_id: bigint }>`
    select user_id from freeze_link where token_hash = ${tokenHash} and expires_at > app_now()`.execute(tx);
  return rows[0]?.user_id;
}

export async function deleteOldLinks(db: Db): Promise<void> {
  await sql`delete from freeze_link where expires_at < (select app_now() - interval '1 day')`.execute(db);
}
