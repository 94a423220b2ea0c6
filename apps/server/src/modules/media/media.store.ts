import type { FileMode, OpenPurpose } from '@app/domain/media';
import { sql } from 'kysely';
import type { Db, Reader, Tx } from '../../platform/db/database.ts';
import type { PersonalTable } from '../../platform/db/personal-data.ts';
import type { Sealed } from '../../platform/process/key-ring.ts';
import type { ObjectName } from './object-store.ts';

export type FileRow = {
  readonly id: string;
  readonly owner_id: bigint;
  readonly mode: FileMode;
  readonly purpose: OpenPurpose;
  readonly content_type: string;
  readonly byte_size: number;
  readonly width: number;
  readonly height: number;
  readonly sha256: Buffer;
};

/** The key of a sealed file; a public one has none. */
export async function insertFile(tx: Tx, row: FileRow, key: Sealed | undefined): Promise<void> {
  await sql`
    insert into media_file (id, owner_id, mode, purpose, content_type, byte_size, width, height, sha256, key_id,
                            wrapped_key)
    values (${row.id}, ${row.owner_id}, ${row.mode}, ${row.purpose}, ${row.content_type}, ${row.byte_size},
            ${row.width}, ${row.height}, ${row.sha256}, ${key?.keyId ?? null}, ${key?.sealed ?? null})`.execute(tx);
}

/** Finds a public file unless it was removed: its bytes may be gone. */
export async function findPublic(tx: Reader, id: string): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select id, owner_id, mode, purpose, content_type, byte_size, width, height, sha256 from media_file
     where id = ${id} and mode = 'public' and removed_at is null`.execute(tx);
  return rows[0];
}

/** Locks the owner until the transaction ends, so that counting and adding its files is atomic. */
export async function lockOwner(tx: Tx, ownerId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('media owner', ${ownerId}))`.execute(tx);
}

/** Files an owner added within a window, and when the oldest of them leaves it. */
export type Recent = { readonly count: number; readonly secondsLeft: number };

/** Counts recent files of all purposes, and of one. */
export async function countRecent(
  tx: Reader,
  ownerId: bigint,
  { purpose, seconds }: { purpose: OpenPurpose; seconds: number },
): Promise<{ readonly all: Recent; readonly ofPurpose: Recent }> {
  const { rows } = await sql<Recent & { is_of_purpose: boolean }>`
    select purpose = ${purpose} as is_of_purpose, count(*)::int as count,
           ceil(extract(epoch from min(created_at) - app_now()))::int + ${seconds}::int as "secondsLeft"
      from media_file where owner_id = ${ownerId} and created_at > app_now() - ${seconds} * interval '1 second'
     group by 1`.execute(tx);
  const none = { count: 0, secondsLeft: seconds };
  const own = rows.find(({ is_of_purpose }) => is_of_purpose) ?? none;
  const others = rows.find(({ is_of_purpose }) => !is_of_purpose) ?? none;
  const all = { count: own.count + others.count, secondsLeft: Math.min(own.secondsLeft, others.secondsLeft) };
  return { all, ofPurpose: own };
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

/**
 * Deletes the rows of some uploads that were not used in time, and returns their names. A row that a claim has locked
 * is skipped.
 */
export async function deleteUnused(db: Db, hours: number, count: number): Promise<readonly ObjectName[]> {
  const { rows } = await sql<ObjectName>`
    delete from media_file where id in (
      select id from media_file where used_by is null and created_at < app_now() - ${hours} * interval '1 hour'
       order by created_at limit ${count} for update skip locked)
    returning id, mode`.execute(db);
  return rows;
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

/** What media store about users. The list of files is downloaded, the pictures are on the pages that show them. */
export const mediaTables: readonly PersonalTable[] = [
  {
    table: 'media_file',
    download: {
      about: 'Files you uploaded. The pictures themselves are on the pages that show them.',
      rows: (userId) => sql`
      select id, purpose, content_type, byte_size, width, height, created_at, removed_at from media_file
       where owner_id = ${userId} order by created_at`,
    },
    closing: {
      record: 'profile',
      erase: async (tx, userId) => {
        await sql`
          update media_file set removed_at = app_now()
           where owner_id = ${userId} and purpose = 'avatar' and removed_at is null`.execute(tx);
      },
    },
  },
  {
    table: 'media_view',
    download: {
      about: 'Who opened your private files.',
      rows: (userId) => sql`
      select id, file_id, purpose, case when viewer = 'user:' || ${userId}::text then 'you' else split_part(viewer, ':', 1) end
             as viewer, at
        from media_view where owner_id = ${userId} order by id`,
    },
    closing: { keep: 'identity' },
  },
];
