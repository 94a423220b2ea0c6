import { openPendingCalls } from '@app/client/call';
import { ordersKey } from '@app/client/query';
import type { PrivateChannel } from '@app/client/socket';
import { dismissAllNotices } from '@app/ui';
import type { QueryClient } from '@tanstack/react-query';
import { storage } from '../../../lib/storage.ts';
import type { LiveOrders } from './live-orders.ts';

/**
 * Handles the user's order channel. Its module is loaded when it is needed: when an order changed, or a call lost its
 * response. Until then a new connection only marks the lists as stale.
 */
export function lazyOrderChannel(queryClient: QueryClient, scope: string, refreshBalances: () => void) {
  let fetched: Promise<LiveOrders> | undefined;
  let isOver = false;
  const makeOld = () => void queryClient.invalidateQueries({ queryKey: ordersKey(scope) });
  const fetch = async () => (await import('./live-orders.ts')).liveOrders(queryClient, scope, refreshBalances);
  /** Runs actions one after another, in arrival order. If the module cannot be loaded, the screens refetch. */
  const withOrders = (act: (orders: LiveOrders) => void) => {
    fetched ??= fetch();
    fetched.then(
      (orders) => isOver || act(orders),
      () => {
        fetched = undefined;
        makeOld();
        refreshBalances();
      },
    );
  };
  const hasOpenCalls = () =>
    openPendingCalls(storage)
      .list()
      .some((call) => call.scope === scope);
  const channel: PrivateChannel = {
    name: 'orders',
    receive: (frame) => withOrders((orders) => orders.receive(frame)),
    refresh: () => (fetched !== undefined || hasOpenCalls() ? withOrders((orders) => orders.refresh()) : makeOld()),
  };
  const end = () => {
    isOver = true;
    fetched?.then(
      (orders) => orders.end(),
      () => undefined,
    );
    dismissAllNotices();
  };
  return { ...channel, end };
}
