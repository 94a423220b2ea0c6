import { dealsKey } from '@app/client/query';
import { dealsFrame } from '@app/protocol/socket';
import type { QueryClient } from '@tanstack/react-query';
import { type Deal, openDealsQuery } from '../../../data/account/deals.ts';
import { listChannel } from '../../../data/socket/list-channel.ts';
import { applyDeals, createDealUpdateCache } from './apply-deals.ts';

/** Follows the user's positions and orders as long as the connection lasts, and writes them to the query cache. */
export function liveDeals(queryClient: QueryClient, scope: string, refreshBalances: () => void) {
  const cache = createDealUpdateCache();
  return listChannel<Deal>({
    name: 'deals',
    queryClient,
    allKey: dealsKey(scope),
    listKey: openDealsQuery(scope).queryKey,
    read: (received) => {
      const { data: frame } = dealsFrame.safeParse(received);
      return frame && { ...frame, rows: frame.data.deals };
    },
    take: (deals) => cache.take(deals).map(({ deal }) => deal),
    apply: applyDeals,
    refreshBalances,
  });
}
