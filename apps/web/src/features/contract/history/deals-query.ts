import { dealsKey, FIRST_PAGE, placeAfter, readAllPages } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import type { Call } from '@app/protocol';
import { listCharges, listEndedDeals, readDeal } from '@app/protocol/contract';
import { readReceipt } from '@app/protocol/proof';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { EndedDeal } from '../../../data/account/deals.ts';
import { call } from '../../../data/call/call.ts';

/** Spec 9: lists are paged by ten. */
const PAGE = 10;
/** A file is read in larger pages. */
const FILE_PAGE = 100;
/** Nights of one position on a page. */
const NIGHTS_PAGE = 30;

type Request = Omit<Call<typeof listEndedDeals>, 'page' | 'limit' | 'before'>;

/** Fetches ended deals, newest first, page by page. */
export const endedDealsQuery = (scope: string, request: Request) =>
  infiniteQueryOptions({
    queryKey: [...dealsKey(scope), 'ended', request],
    queryFn: ({ pageParam, signal }) => call(listEndedDeals, { ...request, ...pageParam, limit: PAGE }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: placeAfter,
    enabled: !isVisitor(scope),
  });

/** Fetches every ended deal that matches, for a file. */
export const fetchEndedDeals = (request: Request): Promise<readonly EndedDeal[]> =>
  readAllPages((place) => call(listEndedDeals, { ...request, ...place, limit: FILE_PAGE }));

/** Fetches one deal with its settlements, live or ended. */
export const dealQuery = (scope: string, id: bigint | undefined) =>
  queryOptions({
    queryKey: [...dealsKey(scope), 'deal', String(id)],
    queryFn: ({ signal }) => call(readDeal, { id: id ?? 0n }, { signal }),
    enabled: id !== undefined && !isVisitor(scope),
  });

/** Fetches the nights that a deal was charged for, newest first. */
export const chargesQuery = (scope: string, id: bigint) =>
  infiniteQueryOptions({
    queryKey: [...dealsKey(scope), 'charges', String(id)],
    queryFn: ({ pageParam, signal }) => call(listCharges, { id, ...pageParam, limit: NIGHTS_PAGE }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: placeAfter,
    enabled: !isVisitor(scope),
  });

/** Fetches the receipt of a settlement; a receipt never changes. */
export const receiptQuery = (id: bigint) =>
  queryOptions({
    queryKey: ['contract-receipt', String(id)],
    queryFn: ({ signal }) => call(readReceipt, { id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
