import { recordsKey } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import { dayOf, monthOf } from '@app/domain/statement';
import { type Amount, add, subtract, sum, ZERO } from '@app/money';
import type { Input, Output } from '@app/protocol';
import { listDayResults, readRange } from '@app/protocol/statement';
import { listLedger } from '@app/protocol/wallet';
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQueries,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../../data/call/call.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import type { WalletRecord } from './record-view.ts';

export type RecordRequest = Omit<Input<typeof listLedger>, 'limit' | 'before'>;

const PAGE = 20;

const recordsQuery = (scope: string, request: RecordRequest, limit = PAGE) =>
  infiniteQueryOptions({
    queryKey: [...recordsKey(scope), request, limit],
    queryFn: ({ pageParam, signal }) =>
      call(listLedger, { ...request, limit, ...(pageParam !== undefined && { before: pageParam }) }, { signal }),
    initialPageParam: undefined as bigint | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: !isVisitor(scope),
  });

/** Calls in a row without a new row before the user is asked whether to go on. */
const EMPTY_CALLS_MAX = 25;

/**
 * Reads records page by page. A page may be short, because one call reads a bounded part of the ledger: while a filter
 * finds nothing, the next part is read by itself, and `searchedTo` says how far back it has looked.
 */
export function useRecords(request: RecordRequest, limit?: number) {
  const query = useInfiniteQuery(recordsQuery(useSessionScope(), request, limit));
  const pages = query.data?.pages ?? [];
  const trailing = pages.length - 1 - pages.findLastIndex(({ list }) => list.length > 0);
  const isSearching =
    trailing > 0 && trailing < EMPTY_CALLS_MAX && query.hasNextPage && !query.isFetching && !query.isError;
  const goOn = useEffectEvent(() => void query.fetchNextPage());
  const read = pages.length;
  useEffect(() => {
    if (isSearching && read > 0) goOn(); // After each part that found nothing.
  }, [isSearching, read]);
  return {
    query,
    records: pages.flatMap(({ list }) => list),
    /** How far back a search without finds has looked; undefined while the last call found something. */
    searchedTo: trailing > 0 && query.hasNextPage ? pages.at(-1)?.searched_to : undefined,
  };
}

export const rangeQuery = (scope: string, range: { from: string; to: string; currency?: string | undefined }) =>
  queryOptions({
    queryKey: [...recordsKey(scope), 'range', range],
    queryFn: ({ signal }) => call(readRange, range, { signal }),
    enabled: !isVisitor(scope),
    staleTime: 30_000,
  });

/** Fetches the figures of each day of a month. */
export const monthQuery = (scope: string, month: string) =>
  queryOptions({
    queryKey: [...recordsKey(scope), 'days', month],
    queryFn: ({ signal }) => call(listDayResults, { month }, { signal }),
    staleTime: 60_000,
  });

/** Returns what fetches all records and sums that are shown again. */
export function useRefreshRecords(): () => Promise<void> {
  const queryClient = useQueryClient();
  const queryKey = recordsKey(useSessionScope());
  return () => queryClient.refetchQueries({ queryKey, type: 'active' });
}

type Figures = Pick<Output<typeof readRange>, 'flows' | 'results' | 'fees'>;

/** Sums what came in, what went out, results of trades and fees; `net` is what they changed together. */
export function totalsOf({ flows, results, fees }: Figures) {
  const values = (list: readonly { readonly value: Amount }[]) => sum(list.map(({ value }) => value));
  const came = values(flows.filter(({ value }) => value > ZERO));
  const went = values(flows.filter(({ value }) => value < ZERO));
  const result = values(results);
  const paid = values(fees);
  return { came, went, result, paid, net: subtract(add(add(came, went), result), paid) };
}

/** Fetches the net change of each day that records are shown of, by its name; whole months at once. */
export function useDayNets(records: readonly WalletRecord[], isWanted: boolean): ReadonlyMap<string, Amount> {
  const scope = useSessionScope();
  const months = isWanted ? [...new Set(records.map(({ at }) => monthOf(at)))] : [];
  const answers = useQueries({ queries: months.map((month) => monthQuery(scope, month)) });
  return new Map(
    answers.flatMap(({ data }) => data?.list.map((period) => [period.name, totalsOf(period).net] as const) ?? []),
  );
}

/** Adds up what records changed of one coin, by day; only of days that are loaded whole. */
export function coinNets(
  records: readonly WalletRecord[],
  currency: string,
  isAtEnd: boolean,
): ReadonlyMap<string, Amount> {
  const nets = new Map<string, Amount>();
  for (const { at, entries } of records) {
    const changed = sum(
      entries.filter((entry) => entry.currency === currency).map(({ available, frozen }) => add(available, frozen)),
    );
    nets.set(dayOf(at), add(nets.get(dayOf(at)) ?? ZERO, changed));
  }
  const last = records.at(-1);
  if (!isAtEnd && last !== undefined) nets.delete(dayOf(last.at));
  return nets;
}
