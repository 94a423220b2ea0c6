import { FIRST_PAGE, ordersKey, placeAfter } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import type { Call } from '@app/protocol';
import { listFills, listOrders } from '@app/protocol/spot';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Order } from '../../../data/account/orders.ts';
import { call } from '../../../data/call/call.ts';

/** Spec 9: lists are paged by ten. */
const PAGE = 10;
/** Fills page of one order; most have a handful. */
const FILLS_PAGE = 50;
/** More orders than a user places in one millisecond. */
const SAME_MOMENT = 100;

type Query = Omit<Call<typeof listOrders>, 'page' | 'limit' | 'before'>;

/** Fetches closed orders, newest first, page by page. */
export const historyQuery = (scope: string, request: Query) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey(scope), 'history', request],
    queryFn: ({ pageParam, signal }) => call(listOrders, { ...request, ...pageParam, limit: PAGE }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: placeAfter,
    enabled: !isVisitor(scope),
  });

type FillsQuery = Pick<Call<typeof listFills>, 'symbol' | 'type'>;

/** Fetches all fills of the user's orders, newest first. */
export const tradesQuery = (scope: string, request: FillsQuery) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey(scope), 'trades', request],
    queryFn: ({ pageParam, signal }) => call(listFills, { ...request, ...pageParam, limit: PAGE }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: placeAfter,
    enabled: !isVisitor(scope),
  });

/** Fetches the fills of one order, newest first. */
export const orderFillsQuery = (scope: string, id: bigint) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey(scope), 'order', String(id), 'fills'],
    queryFn: ({ pageParam, signal }) => call(listFills, { id, ...pageParam, limit: FILLS_PAGE }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: placeAfter,
    enabled: !isVisitor(scope),
  });

/** Fetches one order as it is now. Orders are listed by creation time, so that time finds it. */
export const orderQuery = (scope: string, { id, symbol, created }: Pick<Order, 'id' | 'symbol' | 'created'>) =>
  queryOptions({
    queryKey: [...ordersKey(scope), 'order', String(id), 'now'],
    queryFn: async ({ signal }) => {
      const request = { symbol, from: created, to: created + 1, page: 1, limit: SAME_MOMENT };
      const { list } = await call(listOrders, request, { signal });
      return list.find((order) => order.id === id) ?? null;
    },
    enabled: !isVisitor(scope),
  });
