import { notifySettings } from '@app/domain/notify';
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
import { deleteOldNotices, insertNotice, type NewNotice } from './notice.store.ts';

export type NotifyDeps = Pick<Platform, 'db' | 'transact'>;

/** Lists the caller's account notices, newest first. */
export async function listNotices(
  { db }: NotifyDeps,
  userId: bigint,
  request: PageRequest,
): Promise<Output<typeof listRoute>> {
  const [{ rows, ...page }, unread] = await Promise.all([
    store.selectNotices(db, userId, request),
    store.countUnread(db, userId),
  ]);
  const list = rows.map(({ id, kind, params, at, read_at }) => ({
    id,
    kind,
    params,
    at: at.getTime(),
    read_at: read_at?.getTime() ?? null,
  }));
  return { list, ...page, unread };
}

/** Marks the caller's notices as read; `upTo` is only an upper bound, even if the id belongs to another user. */
export const readNotices = (
  { transact }: NotifyDeps,
  userId: bigint,
  upTo: bigint,
): Promise<Output<typeof readRoute>> =>
  transact(async (tx) => {
    await store.markRead(tx, userId, upTo);
    return { unread: await store.countUnread(tx, userId) };
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
export async function writeNotice(tx: Tx, nextId: NextId, notice: NewNotice): Promise<void> {
  const id = nextId();
  await insertNotice(tx, { id, ...notice });
  await publish(tx, nextId, [toOutbox(noticeWritten, { id, userId: notice.userId })]);
}
