import { listSparks } from '@app/protocol/market';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';

/** Spark points are half an hour apart; the last point is the live price and needs no call. */
const REFRESHED_MS = 300_000;

/** Fetches the last day of some markets. Keeps the previous result until the response arrives. */
export const sparksQuery = (symbols: readonly string[]) =>
  queryOptions({
    queryKey: ['market', 'sparks', ...[...symbols].sort()],
    queryFn: ({ signal }) => call(listSparks, { symbols: [...symbols] }, { signal }),
    enabled: symbols.length > 0,
    staleTime: REFRESHED_MS,
    refetchInterval: REFRESHED_MS,
    placeholderData: keepPreviousData,
  });
