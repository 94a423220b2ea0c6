import type { Output } from '@app/protocol';
import type { listNotices as listRoute, readNotices as readRoute } from '@app/protocol/notify';
import type { Platform } from '../../platform/platform.ts';
import * as store from './notice.store.ts';

export type NotifyDeps = Pick<Platform, 'db' | 'transact'>;

type Page = { readonly page: number; readonly limit: number };

/** Lists the caller's account notices, newest first. */
export async function listNotices({ db }: NotifyDeps, userId: bigint, page: Page): Promise<Output<typeof listRoute>> {
  const [rows, total, unread] = await Promise.all([
    store.selectNotices(db, userId, page),
    store.countNotices(db, userId),
    store.countUnread(db, userId),
  ]);
  const list = rows.map(({ id, kind, params, at, read_at }) => ({
    id,
    kind,
    params,
    at: at.getTime(),
    read_at: read_at?.getTime() ?? null,
  }));
  return { list, ...page, total, unread };
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
