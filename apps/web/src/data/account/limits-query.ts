import { limitsKey } from '@app/client/query';
import { readLimits } from '@app/protocol/limits';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../call/call.ts';

/** Query of the limits users set for themselves: their own page changes them, other pages show them. */
export const limitsQuery = (scope: string) =>
  queryOptions({
    queryKey: limitsKey(scope),
    queryFn: ({ signal }) => call(readLimits, {}, { signal }),
  });
