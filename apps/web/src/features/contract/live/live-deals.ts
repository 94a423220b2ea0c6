import { createUnresolvedCalls, openPendingCalls } from '@app/client/call';
import { dealsKey } from '@app/client/query';
import { findPlacedDeal, submitContract } from '@app/protocol/contract';
import { dealsFrame } from '@app/protocol/socket';
import { createThrottle } from '@app/ui';
import type { QueryClient } from '@tanstack/react-query';
import { type Deal, openDealsQuery } from '../../../data/account/deals.ts';
import { call } from '../../../data/call/call.ts';
import { listChannel } from '../../../data/socket/list-channel.ts';
import { storage } from '../../../lib/storage.ts';
import { applyDeals, createDealUpdateCache, type DealUpdate } from './apply-deals.ts';
import { noticeOf } from './deal-notices.ts';
import { showDealNotice, showNotPlaced, showPlaced } from './show-deal-notice.ts';
import { isDealShown, markDealShown } from './shown-deals.ts';

/**
 * Follows the user's positions and orders as long as the connection lasts: writes them to the query cache, and shows
 * notices of what happened to them without their user.
 */
export function liveDeals(queryClient: QueryClient, scope: string, refreshBalances: () => void) {
  const cache = createDealUpdateCache();
  const { queryKey } = openDealsQuery(scope);
  let isOver = false;
  const isEnded = () => isOver;
  const left = unresolvedDeals(scope, isEnded);
  const tell = ({ before, deal }: DealUpdate) => {
    const known = before ?? queryClient.getQueryData(queryKey)?.find(({ id }) => id === deal.id);
    const notice = noticeOf({ before: known, deal });
    if (notice === undefined || (notice.what !== 'part' && isDealShown(deal))) return;
    markDealShown(deal);
    // A notice that fails, for lack of texts or of an answer, is not missed: the lists show the same.
    void showDealNotice(notice, isEnded).catch(() => undefined);
  };
  const channel = listChannel<Deal>({
    name: 'deals',
    queryClient,
    allKey: dealsKey(scope),
    listKey: queryKey,
    read: (received) => {
      const { data: frame } = dealsFrame.safeParse(received);
      return frame && { ...frame, rows: frame.data.deals };
    },
    take: (deals) => {
      const updates = cache.take(deals);
      for (const update of updates) tell(update);
      return updates.map(({ deal }) => deal);
    },
    apply: applyDeals,
    refreshBalances,
    throttle: createThrottle,
  });
  const refresh = () => {
    channel.refresh();
    void left.check();
  };
  const end = () => {
    isOver = true;
    channel.end();
    left.end();
  };
  return { ...channel, refresh, end };
}

const openedAt = performance.timeOrigin;

/** Finds orders whose response was lost in an earlier visit. */
const unresolvedDeals = (scope: string, isOver: () => boolean) =>
  createUnresolvedCalls<Deal>({
    scope,
    openedAt,
    pending: openPendingCalls(storage),
    isPlacing: ({ path }) => path === submitContract.path,
    now: Date.now,
    find: async (key) => (await call(findPlacedDeal, { key })).deal,
    notifyPlaced: async (deal) => {
      await showPlaced(deal, isOver);
      markDealShown(deal);
    },
    notifyNotPlaced: ({ key, at }) => showNotPlaced(key, at, isOver),
  });
