import { dealsKey } from '@app/client/query';
import type { QueryClient } from '@tanstack/react-query';
import { lazyChannel } from '../../../data/socket/lazy-channel.ts';

/** Handles the channel of the user's contract positions; a call that lost its response needs it at once. */
export const lazyDealChannel = (queryClient: QueryClient, scope: string, refreshBalances: () => void) =>
  lazyChannel({
    name: 'deals',
    load: async () => (await import('./live-deals.ts')).liveDeals(queryClient, scope, refreshBalances),
    makeOld: () => void queryClient.invalidateQueries({ queryKey: dealsKey(scope) }),
    onLost: refreshBalances,
    scope,
  });
