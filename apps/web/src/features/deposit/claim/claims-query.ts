import { FIRST_PAGE, placeAfter } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import { listDepositClaims } from '@app/protocol/deposit';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import { isOpen } from './claim-view.ts';

/** Spec 9: lists are paged by ten. */
const PAGE = 10;
/** People decide within hours, custody within seconds. */
const OPEN_EVERY_MS = 15_000;

/** Fetches the user's reports, newest first; again and again while one of them is open. */
export const claimsQuery = (scope: string) =>
  infiniteQueryOptions({
    queryKey: ['deposit', 'claims', scope],
    queryFn: ({ pageParam, signal }) => call(listDepositClaims, { ...pageParam, limit: PAGE }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: placeAfter,
    enabled: !isVisitor(scope),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ list }) => list.some(isOpen)) === true && OPEN_EVERY_MS,
  });
