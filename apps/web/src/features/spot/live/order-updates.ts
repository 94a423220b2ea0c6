import { ordersKey } from '@app/client/query';
import { compareSeq, type PrivateChannel } from '@app/client/socket';
import { ordersFrame } from '@app/protocol/socket';
import { createThrottle } from '@app/ui';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { type Order, openOrdersQuery } from '../../../data/account/orders.ts';
import { applyOrders, createOrderUpdateCache, hasGained } from './apply-orders.ts';

/** Balances and lists are refetched, and an order may be filled a hundred times in a second. */
const ASK_EVERY_MS = 500;
/** A scrolled list has many pages, each of them refetched. */
const LISTS_EVERY_MS = 5_000;

type Deps = {
  readonly queryClient: QueryClient;
  readonly scope: string;
  readonly refreshBalances: () => void;
  readonly onFilled: (order: Order) => void;
};

/** Writes socket updates into the query cache, so that screens have one source of truth and no socket code. */
export function orderChannel({ queryClient, scope, refreshBalances, onFilled }: Deps) {
  const cache = createOrderUpdateCache();
  const open = followOpenOrders(queryClient, scope);
  const balances = createThrottle(ASK_EVERY_MS, refreshBalances);
  const lists = createThrottle(LISTS_EVERY_MS, () => {
    const meant = { queryKey: ordersKey(scope), predicate: isNotOpen(scope) };
    // A list being fetched is let through, but may have been read before the update: it is requested once more.
    if (queryClient.isFetching(meant) > 0) lists.trigger();
    void queryClient.invalidateQueries(meant, { cancelRefetch: false });
  });
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ordersKey(scope) });
  let last: string | undefined;
  const receive = (received: unknown) => {
    const { data: frame } = ordersFrame.safeParse(received);
    if (frame === undefined) return refresh();
    const relation = placeOf(last, frame);
    if (relation === 'old') return;
    last = frame.seq;
    const updates = cache.take(frame.data.orders);
    open.apply(updates.map(({ order }) => order));
    if (relation === 'gap') void queryClient.invalidateQueries({ queryKey: openOrdersQuery(scope).queryKey });
    balances.trigger();
    lists.trigger();
    for (const { before, order } of updates) if (hasGained(before, order)) onFilled(order);
  };
  const end = () => {
    open.end();
    balances.stop();
    lists.stop();
  };
  return { name: 'orders', receive, refresh, end } satisfies PrivateChannel & { end: () => void };
}

/** Classifies a frame. After the fetch at connection time any first frame applies; a restart of the engine is a gap. */
function placeOf(last: string | undefined, { prev, seq }: { prev: string; seq: string }) {
  if (prev === '') return 'gap';
  return last === undefined ? 'apply' : compareSeq(last, { prev, seq });
}

/** Excludes the list of open orders, which is already written. */
const isNotOpen = (scope: string) => {
  const written = hashKey(openOrdersQuery(scope).queryKey);
  return ({ queryHash }: { queryHash: string }) => queryHash !== written;
};

/**
 * Applies updates to the list of open orders. A list requested before they arrived may be older than they are, so they
 * are applied again to its response.
 */
function followOpenOrders(queryClient: QueryClient, scope: string) {
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
