import { dealsKey, readAllPages } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import type { Output } from '@app/protocol';
import { listDeals, type listEndedDeals } from '@app/protocol/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../call/call.ts';
import { useSessionScope } from '../session/session.ts';

/** A contract order and the position it opens. */
export type Deal = Output<typeof listDeals>['list'][number];
/** One that is closed or cancelled, with what closed it. */
export type EndedDeal = Output<typeof listEndedDeals>['list'][number];

const PAGE = 100;

/** Fetches all positions and pending orders: sums need the full list, and the rules allow only a few hundred. */
const fetchOpen = (signal: AbortSignal): Promise<readonly Deal[]> =>
  readAllPages((place) => call(listDeals, { ...place, limit: PAGE }, { signal }));

/** Query options, not a hook: the socket writes to the same key. */
export const openDealsQuery = (scope: string) =>
  queryOptions({
    queryKey: [...dealsKey(scope), 'open'],
    queryFn: ({ signal }) => fetchOpen(signal),
    enabled: !isVisitor(scope),
  });

/** Returns the user's positions and pending orders in the session's mode, newest first, of every market. */
export const useOpenDeals = () => useQuery(openDealsQuery(useSessionScope()));
