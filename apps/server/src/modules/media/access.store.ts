import type { OpenPurpose } from '@app/domain/media';
import { sql } from 'kysely';
import type { Db, Reader, Tx } from '../../platform/db/database.ts';
import type { Viewer } from './grant-access.ts';

export type Use = {
  readonly ownerId: bigint;
  readonly fileId: string;
  readonly purpose: OpenPurpose;
  readonly usedBy: string;
};

/** Marks a file as used, unless another use has it; returns whether it now has this one. */
export async function markUsed(tx: Tx, { ownerId, fileId, purpose, usedBy }: Use): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update media_file set used_by = ${usedBy}
     where id = ${fileId} and owner_id = ${ownerId} and purpose = ${purpose} and removed_at is null
       and (used_by is null or used_by = ${usedBy})`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Locks a file of this use and its grants until the transaction ends, so that they change one after the other. Views
 * that have begun end first: a grant is never revoked at an earlier time than it was last used.
 */
export async function lockUsed(tx: Tx, fileId: string, usedBy: string): Promise<OpenPurpose | undefined> {
  const { rows } = await sql<{ purpose: OpenPurpose }>`
    select purpose from media_file where id = ${fileId} and used_by = ${usedBy} for no key update`.execute(tx);
  await sql`
    select from media_grant where file_id = ${fileId} and revoked_at is null order by id for no key update`.execute(tx);
  return rows[0]?.purpose;
}

export type GrantRow = {
  readonly fileId: string;
  readonly purpose: OpenPurpose;
  readonly usedBy: string;
  readonly grantee: string;
  readonly reason: string;
  readonly until: Date | null;
};

/** Adds a grant; an equal one stays, one with another end is replaced. */
export async function replaceGrant(tx: Tx, row: GrantRow): Promise<void> {
  const { fileId, purpose, usedBy, grantee, reason, until } = row;
  await sql`
    update media_grant set revoked_at = app_now()
     where file_id = ${fileId} and grantee = ${grantee} and reason = ${reason} and revoked_at is null
       and until is distinct from ${until}::timestamptz`.execute(tx);
  await sql`
    insert into media_grant (file_id, purpose, used_by, grantee, reason, until)
    values (${fileId}, ${purpose}, ${usedBy}, ${grantee}, ${reason}, ${until})
    on conflict (file_id, grantee, reason) where revoked_at is null do nothing`.execute(tx);
}

/** Ends the grants of one grantee, of all if it is null. */
export async function endGrants(
  tx: Tx,
  { fileId, grantee, reason }: { fileId: string; grantee: string | null; reason: string | null },
): Promise<void> {
  await sql`
    update media_grant set revoked_at = app_now()
     where file_id = ${fileId} and revoked_at is null and (${grantee}::text is null or grantee = ${grantee})
       and (${reason}::text is null or reason = ${reason})`.execute(tx);
}

export type OpenedRow = {
  readonly owner_id: bigint;
  readonly content_type: string;
  readonly sha256: Buffer;
  readonly key_id: string;
  readonly wrapped_key: Buffer;
};

/**
 * Records the view and returns the file's key; undefined if this viewer has no access. Commits by itself: staff receive
 * the key only after the record of their view is committed.
 */
export async function recordView(db: Db, fileId: string, viewer: Viewer): Promise<OpenedRow | undefined> {
  if ('tokenHash' in viewer) await sql`select desk_view_file(${viewer.tokenHash}, ${fileId})`.execute(db);
  const name = 'user' in viewer ? `user:${viewer.user}` : 'provider:identity';
  const opened =
    'tokenHash' in viewer
      ? sql`desk_open_file(${viewer.tokenHash}, ${fileId})`
      : sql`media_open(${fileId}, ${name}, '{}')`;
  const { rows } = await sql<OpenedRow>`
    select owner_id, content_type, sha256, key_id, wrapped_key from ${opened}`.execute(db);
  return rows[0];
}

/** One view of a sealed file. `viewer` is `user:<id>`, `staff:<id>` or `provider:identity`; the owner needs no grant. */
export type View = { readonly viewer: string; readonly reason: string | null; readonly at: Date };

/** Lists who opened a file of this owner, newest first. */
export async function listViews(reader: Reader, ownerId: bigint, fileId: string): Promise<readonly View[]> {
  const { rows } = await sql<View>`
    select v.viewer, g.reason, v.at from media_view v left join media_grant g on g.id = v.grant_id
     where v.file_id = ${fileId} and v.owner_id = ${ownerId} order by v.id desc`.execute(reader);
  return rows;
}
