import { findPlaced } from '@app/protocol/spot';
import type { QueryClient } from '@tanstack/react-query';
import type { Order } from '../../../data/account/orders.ts';
import { notePractised } from '../../../data/account/practised.ts';
import { call } from '../../../data/call/call.ts';
import { openPendingCalls } from '../../../data/call/pending-calls.ts';
import { storage } from '../../../lib/storage.ts';
import { createFillNotices } from './fill-notices.ts';
import { notifyFill, notifyNotPlaced, notifyPlaced } from './order-notices.ts';
import { orderChannel } from './order-updates.ts';
import { isAwaited } from './pending-orders.ts';
import { createUnresolvedOrders } from './unresolved-orders.ts';

const openedAt = performance.timeOrigin;
/** Ignores a notice that fails, for lack of texts or of the market's name: the lists show the same. */
const quietly = (notifying: Promise<void>) => void notifying.catch(() => undefined);

/**
 * Follows the user's orders as long as the connection lasts: writes them to the query cache, and shows notices for
 * changes not on screen.
 */
export function liveOrders(queryClient: QueryClient, scope: string, refreshBalances: () => void) {
  const pending = openPendingCalls(storage);
  let isOver = false;
  const session = { queryClient, isOver: () => isOver };
  const notices = createFillNotices({
    notify: (order) => quietly(notifyFill(session, order)),
    isAwaiting: () => isAwaited(pending.list(), scope, Date.now()),
  });
  const left = createUnresolvedOrders({
    scope,
    openedAt,
    pending,
    now: Date.now,
    find: async (key) => (await call(findPlaced, { key })).order,
    notifyPlaced: (order) => notifyPlaced(session, order),
    notifyNotPlaced: (placing) => notifyNotPlaced(session, placing),
  });
  const orders = orderChannel({ queryClient, scope, refreshBalances, onFilled: onFilled(scope, notices.add) });
  const refresh = () => {
    orders.refresh();
    void left.check();
  };
  const end = () => {
    isOver = true;
    for (const part of [orders, notices, left]) part.end();
  };
  return { ...orders, refresh, end };
}

export type LiveOrders = ReturnType<typeof liveOrders>;

/** A trade in demo mode counts as practice, with or without the guide. */
const onFilled = (scope: string, notify: (order: Order) => void) => (order: Order) => {
  const [user, book] = scope.split(':');
  if (user !== undefined && book === 'demo') notePractised(user);
  notify(order);
};
