import { FIRST_PAGE, placeAfter } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import type { DepositState } from '@app/domain/deposit';
import type { Output } from '@app/protocol';
import { listDeposits } from '@app/protocol/deposit';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../data/call/call.ts';

export type Deposit = Output<typeof listDeposits>['list'][number];

/** Spec 9: lists are paged by ten. */
const PAGE = 10;
/** A page in the background is not polled. */
const PENDING_EVERY_MS = 3_000;
/** An address on the screen waits for its first deposit, which nothing announces. */
const WAITING_EVERY_MS = 10_000;

export const isPending = ({ state }: Pick<Deposit, 'state'>): boolean => state === 'seen';

const depositsKey = (scope: string) => ['deposit', 'list', scope] as const;

/** Fetches the user's deposits, newest first, page by page; again and again while one of them is pending. */
export const depositsQuery = (scope: string, state: DepositState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...depositsKey(scope), 'all', state ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(listDeposits, { ...(state && { state }), ...pageParam, limit: PAGE }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: placeAfter,
    enabled: !isVisitor(scope),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ list }) => list.some(isPending)) === true && PENDING_EVERY_MS,
  });

/** Fetches the newest deposits of a coin for the page that shows its address. */
export const newestQuery = (scope: string, currency: string) =>
  queryOptions({
    queryKey: [...depositsKey(scope), 'newest', currency],
    queryFn: async ({ signal }) =>
      (await call(listDeposits, { currency, ...FIRST_PAGE, limit: PAGE }, { signal })).list,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.some(isPending) ? PENDING_EVERY_MS : WAITING_EVERY_MS),
  });

/** Fetches one deposit: the first of those before the next id. Null if it is not one of the user's. */
export const depositQuery = (scope: string, id: bigint) =>
  queryOptions({
    queryKey: [...depositsKey(scope), 'one', String(id)],
    queryFn: async ({ signal }): Promise<Deposit | null> => {
      const { list } = await call(listDeposits, { page: 1, limit: 1, before: id + 1n }, { signal });
      return list.find((deposit) => deposit.id === id) ?? null;
    },
    enabled: !isVisitor(scope),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => data != null && isPending(data) && PENDING_EVERY_MS,
  });
