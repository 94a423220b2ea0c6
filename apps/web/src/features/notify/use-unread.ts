import type { PrivateChannel } from '@app/client/socket';
import { listNotices } from '@app/protocol/notify';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../data/call/call.ts';
import { useSessionScope } from '../../data/session/session.ts';

/** Query key of all notice data of a user. */
export const noticesKey = (scope: string) => ['notify', scope];

export const unreadQuery = (scope: string) =>
  queryOptions({
    queryKey: [...noticesKey(scope), 'unread'],
    queryFn: async ({ signal }) => (await call(listNotices, { page: 1, limit: 1 }, { signal })).unread,
  });

/** Returns the number of unread notices; undefined while unknown. */
export const useUnread = (): number | undefined => useQuery(unreadQuery(useSessionScope())).data;

/** Refetches notices after a new one was written or may have been missed. */
const refreshNotices = (queryClient: QueryClient, scope: string) =>
  queryClient.invalidateQueries({ queryKey: noticesKey(scope) });

/**
 * Subscribes to the notice channel. The socket only signals that something is new; the content is fetched. `onNotice`
 * refetches what a notice may be about.
 */
export function noticeChannel(queryClient: QueryClient, scope: string, onNotice: () => void): PrivateChannel {
  const refresh = () => void refreshNotices(queryClient, scope);
  const receive = () => {
    refresh();
    onNotice();
  };
  return { name: 'notices', receive, refresh };
}
