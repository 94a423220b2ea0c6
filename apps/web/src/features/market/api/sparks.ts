import { listSparks } from '@app/protocol/market';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/call.ts';

/** A step of a spark is half an hour; its last point is the live price and needs no call. */
const REFRESHED_MS = 300_000;

/** The last day of some markets. Those of the question before stay until the answer is there. */
export const sparksQuery = (symbols: readonly string[]) =>
  queryOptions({
    queryKey: ['market', 'sparks', ...[...symbols].sort()],
    queryFn: ({ signal }) => call(listSparks, { symbols: [...symbols] }, { signal }),
    enabled: symbols.length > 0,
    staleTime: REFRESHED_MS,
    refetchInterval: REFRESHED_MS,
    placeholderData: keepPreviousData,
  });
