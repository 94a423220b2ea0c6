import { FIRST_PAGE, placeAfter } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import type { PayoutState } from '@app/domain/payout';
import type { Output } from '@app/protocol';
import { getPayout, listPayouts, payoutOptions } from '@app/protocol/payout';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';

export type PayoutOptions = Output<typeof payoutOptions>;
export type Payout = Output<typeof getPayout>;

/** Spec 9: lists are paged by ten. */
const PAGE = 10;
const MOVING_EVERY_MS = 3_000;
/** Terms may change at any time, and prices move. */
const OPTIONS_EVERY_MS = 30_000;

/** Reports whether nothing about a payout changes any more. */
export const isFinal = ({ state }: Pick<Payout, 'state'>): boolean => state === 'paid' || state === 'returned';

/** Key prefix of all queries of the user's payouts. */
export const payoutsKey = (scope: string) => ['withdrawal', 'payouts', scope] as const;

/** What a payout costs, the bank account, and whether this user can withdraw now. */
export const payoutOptionsQuery = (scope: string) =>
  queryOptions({
    queryKey: ['withdrawal', 'payout options', scope],
    queryFn: ({ signal }) => call(payoutOptions, {}, { signal }),
    enabled: !isVisitor(scope),
    staleTime: 0,
    refetchInterval: OPTIONS_EVERY_MS,
  });

/** Fetches the user's payouts, newest first, page by page; again and again while one of them is under way. */
export const payoutsQuery = (scope: string, state: PayoutState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...payoutsKey(scope), 'all', state ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(listPayouts, { ...(state && { state }), ...pageParam, limit: PAGE }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: placeAfter,
    enabled: !isVisitor(scope),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ list }) => list.some((it) => !isFinal(it))) === true && MOVING_EVERY_MS,
  });

/** Fetches one payout, again and again until it is final. */
export const payoutQuery = (scope: string, id: bigint) =>
  queryOptions({
    queryKey: [...payoutsKey(scope), 'one', String(id)],
    queryFn: ({ signal }) => call(getPayout, { id }, { signal }),
    enabled: !isVisitor(scope),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => data !== undefined && !isFinal(data) && MOVING_EVERY_MS,
  });
