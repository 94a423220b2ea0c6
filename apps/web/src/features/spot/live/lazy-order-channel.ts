import { ordersKey } from '@app/client/query';
import type { QueryClient } from '@tanstack/react-query';
import { lazyChannel } from '../../../data/socket/lazy-channel.ts';

/** Handles the user's order channel; a call that lost its response needs it at once. */
export const lazyOrderChannel = (queryClient: QueryClient, scope: string, refreshBalances: () => void) =>
  lazyChannel({
    name: 'orders',
    load: async () => (await import('./live-orders.ts')).liveOrders(queryClient, scope, refreshBalances),
    makeOld: () => void queryClient.invalidateQueries({ queryKey: ordersKey(scope) }),
    onLost: refreshBalances,
    scope,
  });
