import { ordersKey } from '@app/client/query';
import { ordersFrame } from '@app/protocol/socket';
import { createThrottle } from '@app/ui';
import type { QueryClient } from '@tanstack/react-query';
import { type Order, openOrdersQuery } from '../../../data/account/orders.ts';
import { listChannel } from '../../../data/socket/list-channel.ts';
import { applyOrders, createOrderUpdateCache, hasGained } from './apply-orders.ts';

type Deps = {
  readonly queryClient: QueryClient;
  readonly scope: string;
  readonly refreshBalances: () => void;
  readonly onFilled: (order: Order) => void;
};

/** Writes the updates of the user's orders into the query cache, and reports fills. */
export function orderChannel({ queryClient, scope, refreshBalances, onFilled }: Deps) {
  const cache = createOrderUpdateCache();
  return listChannel<Order>({
    name: 'orders',
    queryClient,
    allKey: ordersKey(scope),
    listKey: openOrdersQuery(scope).queryKey,
    read: (received) => {
      const { data: frame } = ordersFrame.safeParse(received);
      return frame && { ...frame, rows: frame.data.orders };
    },
    take: (orders) => {
      const updates = cache.take(orders);
      for (const { before, order } of updates) if (hasGained(before, order)) onFilled(order);
      return updates.map(({ order }) => order);
    },
    apply: applyOrders,
    refreshBalances,
    throttle: createThrottle,
  });
}
