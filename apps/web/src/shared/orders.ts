import type { Output } from '@app/protocol';
import { listFills, listOrders } from '@app/protocol/spot';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { ordersKey } from './orders-key.ts';
import { readAllPages } from './read-all-pages.ts';
import { isVisitor, useSessionScope } from './session.ts';

export type Order = Output<typeof listOrders>['list'][number];
export type Fill = Output<typeof listFills>['list'][number];

const PAGE = 100;

/** All of them, however many: a chart and a count need them whole, and the rules allow but a few hundred. */
const fetchOpen = (signal: AbortSignal): Promise<readonly Order[]> =>
  readAllPages((page) => call(listOrders, { status: 'open', page, limit: PAGE }, { signal }));

/** Options, not a hook: the socket writes into the same place. */
export const openOrdersQuery = (scope: string) =>
  queryOptions({
    queryKey: [...ordersKey(scope), 'open'],
    queryFn: ({ signal }) => fetchOpen(signal),
    enabled: !isVisitor(scope),
  });

/** One's open orders of the session's book, newest first, of every market. */
export const useOpenOrders = () => useQuery(openOrdersQuery(useSessionScope()));

/** The newest fills of one market, which a chart marks. */
export const ownFillsQuery = (scope: string, symbol: string) =>
  queryOptions({
    queryKey: [...ordersKey(scope), 'fills', symbol],
    queryFn: async ({ signal }) => (await call(listFills, { symbol, limit: PAGE }, { signal })).list,
    enabled: !isVisitor(scope),
  });
