import { betsKey, readAllPages } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import type { Output } from '@app/protocol';
import { listBets } from '@app/protocol/seconds';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import { useSessionScope } from '../../../data/session/session.ts';

/** A bet as its owner sees it. */
export type WireBet = Output<typeof listBets>['list'][number];

const PAGE = 100;
const OPEN = 0;

/** Query options, not a hook: the socket writes to the same key. */
export const openBetsQuery = (scope: string) =>
  queryOptions({
    queryKey: [...betsKey(scope), 'open'],
    queryFn: ({ signal }): Promise<readonly WireBet[]> =>
      readAllPages((place) => call(listBets, { ...place, status: OPEN, limit: PAGE }, { signal })),
    enabled: !isVisitor(scope),
  });

/** Returns the user's open bets in the session's mode, newest first, of every market. */
export const useOpenBets = () => useQuery(openBetsQuery(useSessionScope()));

/** Key of the question whether an account has made its first bets. */
export const firstBetsKey = (scope: string) => [...betsKey(scope), 'first'] as const;
