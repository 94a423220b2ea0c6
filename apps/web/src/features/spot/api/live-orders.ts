import { findPlaced } from '@app/protocol/spot';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/call.ts';
import type { Order } from '../../../shared/orders.ts';
import { openPendingCalls } from '../../../shared/pending-calls.ts';
import { notePractised } from '../../../shared/practised.ts';
import { storage } from '../../../shared/storage.ts';
import { notifyFill, notifyNotPlaced, notifyPlaced } from '../components/order-notices.ts';
import { isAwaited } from '../model/pending-orders.ts';
import { createFillNotices } from './fill-notices.ts';
import { orderChannel } from './order-updates.ts';
import { createUnresolvedOrders } from './unresolved-orders.ts';

const openedAt = performance.timeOrigin;
/** What cannot be said, for want of words or of the market's name, is in the lists all the same. */
const quietly = (notifying: Promise<void>) => void notifying.catch(() => undefined);

/** One's own orders as long as the connection lasts: written where screens read them, and told of where nobody looks. */
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

/** A trade with practice money is practice, with the guide or without it. */
const onFilled = (scope: string, notify: (order: Order) => void) => (order: Order) => {
  const [user, book] = scope.split(':');
  if (user !== undefined && book === 'demo') notePractised(user);
  notify(order);
};
