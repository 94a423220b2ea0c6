import { listWallets } from '@app/protocol/wallet';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../shared/call.ts';
import { useSessionScope } from '../../../shared/session.ts';

/** Options, not a hook: the screens and the socket need the same key. It names the book: two never mix. */
export const balancesQuery = (scope: string) =>
  queryOptions({
    queryKey: ['wallet', 'balances', scope],
    queryFn: ({ signal }) => call(listWallets, {}, { signal }),
  });

export const useBalances = () => useQuery(balancesQuery(useSessionScope()));
