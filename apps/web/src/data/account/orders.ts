import { ordersKey, readAllPages } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import type { Output } from '@app/protocol';
import { listFills, listOrders } from '@app/protocol/spot';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../call/call.ts';
import { useSessionScope } from '../session/session.ts';

export type Order = Output<typeof listOrders>['list'][number];
export type Fill = Output<typeof listFills>['list'][number];

const PAGE = 100;

/** Fetches all open orders: a chart and a count need the full list, and the rules allow only a few hundred. */
const fetchOpen = (signal: AbortSignal): Promise<readonly Order[]> =>
  readAllPages((place) => call(listOrders, { status: 'open', ...place, limit: PAGE }, { signal }));

/** Query options, not a hook: the socket writes to the same key. */
export const openOrdersQuery = (scope: string) =>
  queryOptions({
    queryKey: [...ordersKey(scope), 'open'],
    queryFn: ({ signal }) => fetchOpen(signal),
    enabled: !isVisitor(scope),
  });

/** Returns the user's open orders in the session's mode, newest first, of every market. */
export const useOpenOrders = () => useQuery(openOrdersQuery(useSessionScope()));

/** Query of the user's newest fills in one market, marked on the chart. */
export const ownFillsQuery = (scope: string, symbol: string) =>
  queryOptions({
    queryKey: [...ordersKey(scope), 'fills', symbol],
    queryFn: async ({ signal }) => (await call(listFills, { symbol, limit: PAGE }, { signal })).list,
    enabled: !isVisitor(scope),
  });
