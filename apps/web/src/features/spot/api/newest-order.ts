import { listOrders } from '@app/protocol/spot';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../shared/call.ts';
import { ordersKey } from '../../../shared/orders-key.ts';
import { useSessionScope } from '../../../shared/session.ts';

/** The id of one's newest order of the session's book, zero where there is none; asked for while somebody needs it. */
export function useNewestOrder(isNeeded: boolean): bigint | undefined {
  const scope = useSessionScope();
  const { data } = useQuery({
    queryKey: [...ordersKey(scope), 'newest'],
    queryFn: async ({ signal }) => (await call(listOrders, { page: 1, limit: 1 }, { signal })).list[0]?.id ?? 0n,
    enabled: isNeeded,
  });
  return data;
}
