import { betsKey, FIRST_PAGE, placeAfter, readAllPages } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import type { Call } from '@app/protocol';
import { listBets } from '@app/protocol/seconds';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import type { WireBet } from '../bets/open-bets.ts';

/** Spec 9: bets are paged by five. */
const PAGE = 5;
/** A file is read in larger pages. */
const FILE_PAGE = 100;

type Request = Omit<Call<typeof listBets>, 'page' | 'limit' | 'before'>;

/** Fetches ended bets, newest first, page by page. */
export const endedBetsQuery = (scope: string, request: Request) =>
  infiniteQueryOptions({
    queryKey: [...betsKey(scope), 'ended', request],
    queryFn: ({ pageParam, signal }) => call(listBets, { ...request, ...pageParam, limit: PAGE }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: placeAfter,
    enabled: !isVisitor(scope),
  });

/** Fetches every ended bet that matches, for a file. */
export const fetchEndedBets = (request: Request): Promise<readonly WireBet[]> =>
  readAllPages((place) => call(listBets, { ...request, ...place, limit: FILE_PAGE }));
