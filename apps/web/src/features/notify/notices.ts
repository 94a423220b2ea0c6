import type { Output } from '@app/protocol';
import { listNotices, readNotices } from '@app/protocol/notify';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../data/call/call.ts';
import { useSessionScope } from '../../data/session/session.ts';
import { findUnread } from './unread.ts';
import { noticesKey, unreadQuery } from './use-unread.ts';

export type Notice = Output<typeof listNotices>['list'][number];

const PAGE = 20;

const noticesQuery = (scope: string) =>
  infiniteQueryOptions({
    queryKey: [...noticesKey(scope), 'list'],
    queryFn: ({ pageParam, signal }) => call(listNotices, { page: pageParam, limit: PAGE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
  });

export const useNotices = () => useInfiniteQuery(noticesQuery(useSessionScope()));

/** Marks visible notices as read, here and on every other device. A failure is retried at the next view or visit. */
export function useMarkRead(shown: readonly Notice[]): void {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const isSeen = useSyncExternalStore(onSeenChange, () => !document.hidden);
  const { upTo, key } = findUnread(shown) ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: The same place is said again where something else is unread.
  useEffect(() => {
    if (upTo === undefined || !isSeen) return;
    call(readNotices, { up_to: upTo }).then(
      ({ unread }) => queryClient.setQueryData(unreadQuery(scope).queryKey, unread),
      () => undefined,
    );
  }, [upTo, key, isSeen, queryClient, scope]);
}

/** Subscribes to visibility changes: a background page or a locked phone shows nothing to the user. */
function onSeenChange(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
