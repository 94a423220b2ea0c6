import { firstIdAt } from '@app/base';
import { notifySettings, UNREAD_MAX } from '@app/domain/notify';
import type { Setting } from '@app/domain/reference';
import type { Output } from '@app/protocol';
import { noticeWritten, toOutbox } from '@app/protocol/events';
import type { listNotices as listRoute, readNotices as readRoute } from '@app/protocol/notify';
import type { Db, Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/db/outbox.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import type { NextId } from '../../platform/db/writer.ts';
import type { Platform } from '../../platform/process/platform.ts';
import * as store from './notice.store.ts';
import {
  deleteOldNotices,
  insertNotices,
  type NewNotice,
  type NoticeFilter,
  type UnreadCounts,
} from './notice.store.ts';

export type NotifyDeps = Pick<Platform, 'db' | 'transact'>;

/** Lists the caller's account notices, all or those of a category, newest first. */
export async function listNotices(
  { db }: NotifyDeps,
  userId: bigint,
  request: PageRequest & NoticeFilter,
): Promise<Output<typeof listRoute>> {
  const [{ rows, ...page }, unreadOf] = await Promise.all([
    store.selectNotices(db, userId, request),
    store.countUnread(db, userId),
  ]);
  const list = rows.map(({ id, category, kind, params, at, read_at }) => ({
    id,
    category,
    kind,
    params,
    at: at.getTime(),
    read_at: read_at?.getTime() ?? null,
  }));
  return { list, ...page, unread: sumOf(unreadOf), unread_of: unreadOf };
}

const sumOf = ({ trade, money, security }: UnreadCounts): number => Math.min(trade + money + security, UNREAD_MAX);

/** Marks the caller's notices as read; `upTo` is only an upper bound, even if the id belongs to another user. */
export const readNotices = (
  { transact }: NotifyDeps,
  userId: bigint,
  read: NoticeFilter & { readonly upTo: bigint },
): Promise<Output<typeof readRoute>> =>
  transact(async (tx) => {
    await store.markRead(tx, userId, read);
    return { unread: sumOf(await store.countUnread(tx, userId)) };
  });

/** The reference module's interface: modules do not import each other here. */
type Settings = { read<Value>(setting: Setting<Value>): Promise<{ readonly value: Value }> };

/** Deletes notices after the number of days in the setting, read or not; the records they refer to stay. */
export async function sweepNotices(db: Db, settings: Settings): Promise<bigint> {
  const { value: days } = await settings.read(notifySettings.noticeDays);
  return await deleteOldNotices(db, days);
}

/**
 * Writes a notice in the transaction that makes it true: both commit, or neither. Sockets are notified after the
 * commit.
 */
export const writeNotice = (tx: Tx, nextId: NextId, notice: NewNotice): Promise<void> =>
  writeNotices(tx, nextId, [notice]);

/** Writes notices of a consumer in the transaction that moves its cursor. Those whose subject has one already are left out. */
export async function writeNotices(tx: Tx, nextId: NextId, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const written = await insertNotices(
    tx,
    notices.map((notice) => ({ id: nextId(), ...notice })),
  );
  const newest = new Map(written.map(({ id, user_id }) => [user_id, id])); // One hint is enough for a user.
  const hints = [...newest].map(([userId, id]) => toOutbox(noticeWritten, { id, userId }));
  await publish(tx, nextId, hints);
}

const DAY_MS = 86_400_000;

type Cap = { readonly perDay: number; readonly nowMs: number };

/**
 * Replaces what exceeds a user's number of notices a day by a single one that refers to the history: somebody whose
 * program trades all day is not flooded, and the table grows with users, not with orders.
 */
export async function capTradeNotices(
  tx: Tx,
  notices: readonly NewNotice[],
  { perDay, nowMs }: Cap,
): Promise<readonly NewNotice[]> {
  const day = Math.floor(nowMs / DAY_MS);
  const byUser = Map.groupBy(notices, ({ userId }) => userId);
  const since = firstIdAt(day * DAY_MS);
  const written = await store.countNoticesSince(tx, [...byUser.keys()], { category: 'trade', since });
  return [...byUser].flatMap(([userId, own]) => {
    const left = Math.max(perDay - (written.get(userId) ?? 0), 0);
    if (own.length <= left) return own;
    return [...own.slice(0, left), { userId, kind: 'orders_many', subject: BigInt(day), params: {} } as const];
  });
}
