import { authSettings } from '@app/domain/auth';
import { sql } from 'kysely';
import type { Db, Reader, Tx } from '../../../platform/db/database.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { hashToken, makeToken } from '../secrets.ts';

/** Creates a link for a security mail: its holder can freeze the account and nothing else. Only its hash is stored. */
export async function makeFreezeLink(
  tx: Tx,
  { settings, publicUrl }: Pick<AuthDeps, 'settings' | 'publicUrl'>,
  userId: bigint,
): Promise<string> {
  const { value: lifetimeSeconds } = await settings.read(authSettings.freezeLinkLifetime);
  const token = makeToken();
  await insertLink(tx, { tokenHash: hashToken(token), userId, lifetimeSeconds });
  return `${publicUrl}/h5/#/pages/plus/freeze?token=${token}`;
}

type NewLink = { readonly tokenHash: Buffer; readonly userId: bigint; readonly lifetimeSeconds: number };

async function insertLink(tx: Tx, { tokenHash, userId, lifetimeSeconds }: NewLink): Promise<void> {
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
