import { dismissAllNotices } from '@app/ui';
import type { QueryClient } from '@tanstack/react-query';
import { ordersKey } from '../../../shared/orders-key.ts';
import { openPendingCalls } from '../../../shared/pending-calls.ts';
import type { Channel } from '../../../shared/socket.ts';
import { storage } from '../../../shared/storage.ts';
import type { LiveOrders } from './live-orders.ts';

/**
 * One's own orders on the line. Their part is fetched when there is something to say of them: an order that changed, or a
 * call whose answer was lost. Until then a new connection only makes old what lists have.
 */
export function lazyOrderChannel(queryClient: QueryClient, scope: string, refreshBalances: () => void) {
  let fetched: Promise<LiveOrders> | undefined;
  let isOver = false;
  const makeOld = () => void queryClient.invalidateQueries({ queryKey: ordersKey(scope) });
  const fetch = async () => (await import('./live-orders.ts')).liveOrders(queryClient, scope, refreshBalances);
  /** One after another, in the order they came. Where the part cannot be had, the truth is fetched by whoever shows it. */
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
  const channel: Channel = {
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
