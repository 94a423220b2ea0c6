import { NOTICE_KINDS, type NoticeKind, UNREAD_MAX } from '@app/domain/notify';
import { sql } from 'kysely';
import type { Db, Reader, Tx } from '../../platform/db/database.ts';
import { isBefore, listOfQuery, type Page, type PageRequest, readPage } from '../../platform/db/page.ts';

/** Parameters of the notice text: names and figures, no translated text. */
type NoticeParams = Readonly<Record<string, string | number>>;

export type NewNotice = { readonly userId: bigint; readonly kind: NoticeKind; readonly params: NoticeParams };

export type NoticeRow = { id: bigint; kind: NoticeKind; params: NoticeParams; at: Date; read_at: Date | null };

/**
 * Repairs lone surrogates. A text column repairs them by itself; jsonb refuses them, and a name must not block the
 * action it describes.
 */
const toJson = (params: NoticeParams) =>
  JSON.stringify(params, (_name, value) => (typeof value === 'string' ? value.toWellFormed() : value));

export async function insertNotice(tx: Tx, { id, userId, kind, params }: NewNotice & { id: bigint }): Promise<void> {
  await sql`
    insert into notice (id, user_id, kind, params)
    values (${id}, ${userId}, ${kind}, ${toJson(params)}::jsonb)`.execute(tx);
}

/**
 * Selects a user's notices. A kind that only a newer version supports is left out until then: one row must not break
 * the list.
 */
const ownedBy = (userId: bigint) => sql`user_id = ${userId} and kind = any(${[...NOTICE_KINDS]}::text[])`;

export const selectNotices = (db: Reader, userId: bigint, request: PageRequest): Promise<Page<NoticeRow>> =>
  readPage(
    request,
    listOfQuery<NoticeRow>(
      db,
      (before) => sql`
        select id, kind, params, at, read_at from notice where ${ownedBy(userId)} and ${isBefore(before)}
         order by id desc`,
    ),
  );

/** Counts unread notices, up to the largest number that is displayed. */
export async function countUnread(db: Reader, userId: bigint): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from notice where ${ownedBy(userId)} and read_at is null limit ${UNREAD_MAX}) unread`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Marks notices as read. Those read before keep their time; kinds this version cannot display stay unread for one that
 * can.
 */
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
