import { hashKey, type QueryClient } from '@tanstack/react-query';
import { type Order, openOrdersQuery } from '../../../data/account/orders.ts';
import { applyOrders } from './apply-orders.ts';

/**
 * Applies updates to the list of open orders. A list requested before they arrived may be older than they are, so they
 * are applied again to its response.
 */
export function followOpenOrders(queryClient: QueryClient, scope: string) {
  const { queryKey } = openOrdersQuery(scope);
  const hash = hashKey(queryKey);
  let sinceRequested: Order[] = [];
  const put = (updates: readonly Order[]) =>
    queryClient.setQueryData(queryKey, (open) => open && applyOrders(open, updates));
  const end = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== hash) return;
    if (event.action.type === 'fetch') sinceRequested = [];
    if (event.action.type !== 'success' || event.action.manual === true || sinceRequested.length === 0) return;
    put(sinceRequested);
    sinceRequested = [];
  });
  return {
    end,
    apply: (updates: readonly Order[]) => {
      const state = queryClient.getQueryState(queryKey);
      if (state === undefined) return;
      if (state.fetchStatus === 'fetching') sinceRequested.push(...updates);
      // Writing into a list known to be incomplete would mark it as fresh; it is fetched when it is shown.
      else if (state.isInvalidated) return;
      put(updates);
    },
  };
}
