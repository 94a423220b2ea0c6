import { NOTICE_KINDS, type NoticeKind, UNREAD_MAX } from '@app/domain/notify';
import { sql } from 'kysely';
import type { Db, Reader, Tx } from '../../platform/database.ts';

/** What its text is filled with: names and figures, no words. */
type NoticeParams = Readonly<Record<string, string | number>>;

export type NewNotice = { readonly userId: bigint; readonly kind: NoticeKind; readonly params: NoticeParams };

export type NoticeRow = { id: bigint; kind: NoticeKind; params: NoticeParams; at: Date; read_at: Date | null };

/** A text column mends half a character by itself; jsonb refuses it, and a name must not stop what it is told of. */
const toJson = (params: NoticeParams) =>
  JSON.stringify(params, (_name, value) => (typeof value === 'string' ? value.toWellFormed() : value));

export async function insertNotice(tx: Tx, { id, userId, kind, params }: NewNotice & { id: bigint }): Promise<void> {
  await sql`
    insert into notice (id, user_id, kind, params)
    values (${id}, ${userId}, ${kind}, ${toJson(params)}::jsonb)`.execute(tx);
}

/** Whose they are. A kind that only a newer version knows waits for it: one row must not spoil the list. */
const ownedBy = (userId: bigint) => sql`user_id = ${userId} and kind = any(${[...NOTICE_KINDS]}::text[])`;

export async function selectNotices(
  db: Reader,
  userId: bigint,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select id, kind, params, at, read_at from notice where ${ownedBy(userId)}
     order by id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return rows;
}

export async function countNotices(db: Reader, userId: bigint): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from notice where ${ownedBy(userId)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** No further than the largest number that is shown. */
export async function countUnread(db: Reader, userId: bigint): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from notice where ${ownedBy(userId)} and read_at is null limit ${UNREAD_MAX}) unread`.execute(db);
  return rows[0]?.n ?? 0;
}

/** What was read before keeps its time; what this version cannot show stays unread for one that can. */
export async function markRead(tx: Tx, userId: bigint, upTo: bigint): Promise<void> {
  await sql`
    update notice set read_at = app_now()
     where ${ownedBy(userId)} and id <= ${upTo} and read_at is null`.execute(tx);
}

export async function deleteOldNotices(db: Db, days: number): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    delete from notice where at < app_now() - ${days} * interval '1 day'`.execute(db);
  return numAffectedRows;
}
