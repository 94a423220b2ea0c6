import type { Output } from '@app/protocol';
import type { listNotices as listRoute, readNotices as readRoute } from '@app/protocol/notify';
import type { Platform } from '../../platform/platform.ts';
import * as store from './notice.store.ts';

export type NotifyDeps = Pick<Platform, 'db' | 'transact'>;

type Page = { readonly page: number; readonly limit: number };

/** What happened to one's own account, newest first. */
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

/** Marks one's own as read; `upTo` is only a place among them, whosever notice has that id. */
export const readNotices = (
  { transact }: NotifyDeps,
  userId: bigint,
  upTo: bigint,
): Promise<Output<typeof readRoute>> =>
  transact(async (tx) => {
    await store.markRead(tx, userId, upTo);
    return { unread: await store.countUnread(tx, userId) };
  });
