import { FIRST_PAGE, placeAfter, transfersKey } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import type { Output } from '@app/protocol';
import { walletHistory } from '@app/protocol/wallet';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import type { HistoryFilter } from './history-filter.ts';

export type Transfer = Output<typeof walletHistory>['list'][number];

/** Spec 9: lists are paged by ten. */
const PAGE = 10;

/** Fetches the user's transfers, newest first, page by page. */
export const historyQuery = (scope: string, filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: [...transfersKey(scope), 'list', filter],
    queryFn: ({ pageParam, signal }) => call(walletHistory, { ...filter, ...pageParam, limit: PAGE }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: placeAfter,
    enabled: !isVisitor(scope),
  });

/** Fetches one transfer: the first of those before the next id. Null if it is not one of the user's in this mode. */
export const transferQuery = (scope: string, id: bigint) =>
  queryOptions({
    queryKey: [...transfersKey(scope), 'one', String(id)],
    queryFn: async ({ signal }): Promise<Transfer | null> => {
      const { list } = await call(walletHistory, { page: 1, limit: 1, before: id + 1n }, { signal });
      return list.find((transfer) => transfer.id === id) ?? null;
    },
    enabled: !isVisitor(scope),
  });
