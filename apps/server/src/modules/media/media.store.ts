import { sql } from 'kysely';
import type { Db, Reader, Tx } from '../../platform/db/database.ts';
import type { Sealed } from '../../platform/process/key-ring.ts';
import type { Mode } from './object-store.ts';

export type FileRow = {
  readonly id: string;
  readonly owner_id: bigint;
  readonly mode: Mode;
  readonly content_type: string;
  readonly byte_size: number;
  readonly width: number;
  readonly height: number;
  readonly sha256: Buffer;
  readonly key_id: string | null;
  readonly wrapped_key: Buffer | null;
};

export async function insertFile(tx: Tx, row: FileRow): Promise<void> {
  await sql`
    insert into media_file (id, owner_id, mode, content_type, byte_size, width, height, sha256, key_id, wrapped_key)
    values (${row.id}, ${row.owner_id}, ${row.mode}, ${row.content_type}, ${row.byte_size}, ${row.width},
            ${row.height}, ${row.sha256}, ${row.key_id}, ${row.wrapped_key})`.execute(tx);
}

/** Finds a file unless it was removed: its bytes may be gone. */
export async function findFile(tx: Reader, id: string, mode: Mode): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select id, owner_id, mode, content_type, byte_size, width, height, sha256, key_id, wrapped_key from media_file
     where id = ${id} and mode = ${mode} and removed_at is null`.execute(tx);
  return rows[0];
}

/** Locks the owner until the transaction ends, so that counting and adding its files is atomic. */
export async function lockOwner(tx: Tx, ownerId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('media owner', ${ownerId}))`.execute(tx);
}

export type Recent = { readonly count: number; readonly secondsLeft: number };

/** Counts the files an owner added within a window, and when the oldest leaves it. */
export async function countRecent(tx: Reader, ownerId: bigint, seconds: number): Promise<Recent> {
  const { rows } = await sql<Recent>`
    select count(*)::int as count,
           coalesce(ceil(extract(epoch from min(created_at) - app_now())) + ${seconds}, 0)::int as "secondsLeft"
      from media_file where owner_id = ${ownerId} and created_at > app_now() - ${seconds} * interval '1 second'`.execute(
    tx,
  );
  return rows[0] ?? { count: 0, secondsLeft: 0 };
}

export async function markRemoved(tx: Tx, ownerId: bigint, id: string): Promise<void> {
  await sql`
    update media_file set removed_at = app_now()
     where id = ${id} and owner_id = ${ownerId} and removed_at is null`.execute(tx);
}

/** Returns which of these files still need their bytes. */
export async function findNeeded(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from media_file where id = any(${ids}::text[]) and removed_at is null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export type WrappedKey = { readonly id: string; readonly key: Sealed };

/** Finds sealed files whose key is wrapped by another master key, in id order. */
export async function findOldKeys(db: Db, currentId: string, page: { after: string; count: number }) {
  const { rows } = await sql<{ id: string; key_id: string; wrapped_key: Buffer }>`
    select id, key_id, wrapped_key from media_file
     where mode = 'sealed' and key_id <> ${currentId} and id > ${page.after} order by id limit ${page.count}`.execute(
    db,
  );
  return rows.map((row): WrappedKey => ({ id: row.id, key: { keyId: row.key_id, sealed: row.wrapped_key } }));
}

export async function replaceKeys(db: Db, keys: readonly WrappedKey[]): Promise<void> {
  await sql`
    update media_file f set key_id = n.key_id, wrapped_key = n.wrapped_key
      from unnest(${keys.map(({ id }) => id)}::text[], ${keys.map(({ key }) => key.keyId)}::text[],
                  ${keys.map(({ key }) => key.sealed)}::bytea[]) as n (id, key_id, wrapped_key)
     where f.id = n.id`.execute(db);
}
