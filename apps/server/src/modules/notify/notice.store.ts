import {
  categoryOf,
  NOTICE_CATEGORIES,
  NOTICE_KINDS,
  type NoticeCategory,
  type NoticeKind,
  UNREAD_MAX,
} from '@app/domain/notify';
import { sql } from 'kysely';
import type { Db, Reader, Tx } from '../../platform/db/database.ts';
import { isBefore, listOfQuery, type Page, type PageRequest, readPage } from '../../platform/db/page.ts';
import { deleteRows, type PersonalTable, selectRows } from '../../platform/db/personal-data.ts';

/** Parameters of the notice text: names and figures, no translated text. */
type NoticeParams = Readonly<Record<string, string | number>>;

export type NewNotice = {
  readonly userId: bigint;
  readonly kind: NoticeKind;
  readonly params: NoticeParams;
  /** What the notice is about, such as an order: a user gets one notice of a kind about it, however often it is written. */
  readonly subject?: bigint | undefined;
};

export type NoticeRow = {
  id: bigint;
  category: NoticeCategory;
  kind: NoticeKind;
  params: NoticeParams;
  at: Date;
  read_at: Date | null;
};

type Written = { readonly id: bigint; readonly user_id: bigint };

/**
 * Repairs lone surrogates. A text column repairs them by itself; jsonb refuses them, and a name must not block the
 * action it describes.
 */
const toJson = (params: NoticeParams) =>
  JSON.stringify(params, (_name, value) => (typeof value === 'string' ? value.toWellFormed() : value));

/** Inserts notices and returns those that were not there yet. */
export async function insertNotices(
  tx: Tx,
  notices: readonly (NewNotice & { readonly id: bigint })[],
): Promise<readonly Written[]> {
  const column = <Value>(of: (notice: NewNotice & { readonly id: bigint }) => Value) => notices.map(of);
  const { rows } = await sql<Written>`
    insert into notice (id, user_id, category, kind, params, subject)
    select * from unnest(${column(({ id }) => String(id))}::bigint[], ${column(({ userId }) => String(userId))}::bigint[],
      ${column(({ kind }) => categoryOf(kind))}::text[], ${column(({ kind }) => kind)}::text[],
      ${column(({ params }) => toJson(params))}::jsonb[], ${column(({ subject }) => subject?.toString() ?? null)}::bigint[])
    on conflict do nothing returning id, user_id`.execute(tx);
  return rows;
}

/** Counts the notices of a category that each user got since an id. */
export async function countNoticesSince(
  tx: Tx,
  userIds: readonly bigint[],
  { category, since }: { readonly category: NoticeCategory; readonly since: bigint },
): Promise<ReadonlyMap<bigint, number>> {
  const { rows } = await sql<{ user_id: bigint; n: number }>`
    select u.id as user_id, (select count(*) from notice n
                              where n.user_id = u.id and n.category = ${category} and n.id >= ${since})::int as n
      from unnest(${userIds.map(String)}::bigint[]) as u (id)`.execute(tx);
  return new Map(rows.map(({ user_id, n }) => [user_id, n]));
}

/**
 * Selects a user's notices. A kind that only a newer version supports is left out until then: one row must not break
 * the list.
 */
const ownedBy = (userId: bigint, category?: NoticeCategory) => {
  const shown = sql`user_id = ${userId} and kind = any(${[...NOTICE_KINDS]}::text[])`;
  return category === undefined ? shown : sql`${shown} and category = ${category}`;
};

export type NoticeFilter = { readonly category?: NoticeCategory | undefined };

export const selectNotices = (
  db: Reader,
  userId: bigint,
  { category, ...request }: PageRequest & NoticeFilter,
): Promise<Page<NoticeRow>> =>
  readPage(
    request,
    listOfQuery<NoticeRow>(
      db,
      (before) => sql`
        select id, category, kind, params, at, read_at from notice where ${ownedBy(userId, category)} and ${isBefore(before)}
         order by id desc`,
    ),
  );

export type UnreadCounts = Record<NoticeCategory, number>;

/** Counts unread notices by category, each up to the largest number that is displayed. */
export async function countUnread(db: Reader, userId: bigint): Promise<UnreadCounts> {
  const { rows } = await sql<{ category: NoticeCategory; n: number }>`
    select c.category, (select count(*) from (
             select from notice where ${ownedBy(userId)} and notice.category = c.category and read_at is null
              limit ${UNREAD_MAX}) unread)::int as n
      from unnest(${[...NOTICE_CATEGORIES]}::text[]) as c (category)`.execute(db);
  const counts: UnreadCounts = { trade: 0, money: 0, security: 0 };
  for (const { category, n } of rows) counts[category] = n;
  return counts;
}

/**
 * Marks notices as read. Those read before keep their time; kinds this version cannot display stay unread for one that
 * can.
 */
export async function markRead(
  tx: Tx,
  userId: bigint,
  { upTo, category }: NoticeFilter & { readonly upTo: bigint },
): Promise<void> {
  await sql`
    update notice set read_at = app_now()
     where ${ownedBy(userId, category)} and id <= ${upTo} and read_at is null`.execute(tx);
}

export async function deleteOldNotices(db: Db, days: number): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    delete from notice where at < app_now() - ${days} * interval '1 day'`.execute(db);
  return numAffectedRows;
}

/** What this module stores about users. Mails and texts have no user: their rows name an address. */
export const notifyTables: readonly PersonalTable[] = [
  {
    table: 'notice',
    download: selectRows('Notices in the app: what happened and its figures.', 'notice', [
      'id',
      'category',
      'kind',
      'params',
      'at',
      'read_at',
    ]),
    closing: deleteRows('notices', 'notice'),
  },
  {
    table: 'message_job',
    download: { not: 'Mails and texts we sent. Their words are erased when they are sent, and the rest within days.' },
    closing: { not: 'Erased within days.' },
  },
];
