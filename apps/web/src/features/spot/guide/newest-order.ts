import { ordersKey } from '@app/client/query';
import { listOrders } from '@app/protocol/spot';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import { useSessionScope } from '../../../data/session/session.ts';

/**
 * Returns the id of the user's newest order in the session's mode, zero if there is none; fetched only while needed.
 */
export function useNewestOrder(isNeeded: boolean): bigint | undefined {
  const scope = useSessionScope();
  const { data } = useQuery({
    queryKey: [...ordersKey(scope), 'newest'],
    queryFn: async ({ signal }) => (await call(listOrders, { page: 1, limit: 1 }, { signal })).list[0]?.id ?? 0n,
    enabled: isNeeded,
  });
  return data;
}
