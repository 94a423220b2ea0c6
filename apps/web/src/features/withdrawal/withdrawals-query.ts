import { addressesKey, FIRST_PAGE, placeAfter } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import type { WithdrawalState } from '@app/domain/withdrawal';
import type { Output } from '@app/protocol';
import { findAddresses } from '@app/protocol/payee';
import { getWithdrawal, listWithdrawals, withdrawOptions } from '@app/protocol/withdrawal';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../data/call/call.ts';

export type Options = Output<typeof withdrawOptions>;
export type Network = Options['list'][number];
export type Withdrawal = Output<typeof getWithdrawal>;
export type SavedAddress = Output<typeof findAddresses>['list'][number];

/** Spec 9: lists are paged by ten. */
const PAGE = 10;
/** A page in the background is not polled. */
const MOVING_EVERY_MS = 3_000;
/** A chain may stop or return at any time, and prices move. */
const OPTIONS_EVERY_MS = 30_000;

const FINAL: readonly WithdrawalState[] = ['confirmed', 'returned'];

/** Reports whether nothing about a withdrawal changes any more. */
export const isFinal = ({ state }: Pick<Withdrawal, 'state'>): boolean => FINAL.includes(state);

/** Key prefix of all queries of the user's withdrawals. */
export const withdrawalsKey = (scope: string) => ['withdrawal', 'list', scope] as const;

/** What can be withdrawn, what it costs, and whether this user can now. */
export const optionsQuery = (scope: string) =>
  queryOptions({
    queryKey: ['withdrawal', 'options', scope],
    queryFn: ({ signal }) => call(withdrawOptions, {}, { signal }),
    enabled: !isVisitor(scope),
    staleTime: 0,
    refetchInterval: OPTIONS_EVERY_MS,
  });

/** Addresses of a coin in the address book; saving one there refetches them. */
export const addressesQuery = (scope: string, currency: string) =>
  queryOptions({
    queryKey: [...addressesKey, scope, 'of', currency],
    queryFn: async ({ signal }) => (await call(findAddresses, { currency }, { signal })).list,
    enabled: currency !== '',
    staleTime: 0,
  });

/** Fetches the user's withdrawals, newest first, page by page; again and again while one of them is under way. */
export const withdrawalsQuery = (scope: string, state: WithdrawalState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...withdrawalsKey(scope), 'all', state ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(listWithdrawals, { ...(state && { state }), ...pageParam, limit: PAGE }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: placeAfter,
    enabled: !isVisitor(scope),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ list }) => list.some((it) => !isFinal(it))) === true && MOVING_EVERY_MS,
  });

/** Fetches the newest withdrawals of a coin that arrived, which tell whether an address was used before. */
export const arrivedQuery = (scope: string, currency: string) =>
  queryOptions({
    queryKey: [...withdrawalsKey(scope), 'arrived', currency],
    queryFn: async ({ signal }) =>
      (await call(listWithdrawals, { currency, state: 'confirmed', ...FIRST_PAGE, limit: PAGE }, { signal })).list,
    enabled: currency !== '',
  });

/** Fetches one withdrawal, again and again until it is final. */
export const withdrawalQuery = (scope: string, id: bigint) =>
  queryOptions({
    queryKey: [...withdrawalsKey(scope), 'one', String(id)],
    queryFn: ({ signal }) => call(getWithdrawal, { id }, { signal }),
    enabled: !isVisitor(scope),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => data !== undefined && !isFinal(data) && MOVING_EVERY_MS,
  });
