import { CallRefused } from '@app/client/call';
import { ordersKey } from '@app/client/query';
import { cancelAllOrders, cancelOrder } from '@app/protocol/spot';
import { type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query';
import { balancesQuery } from '../../../data/account/balances.ts';
import { type Order, openOrdersQuery } from '../../../data/account/orders.ts';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { applyOrders } from '../live/apply-orders.ts';
import { orderQuery } from './history.ts';

const oneKey = (scope: string) => ['spot', 'cancel', scope];
const allKey = (scope: string) => ['spot', 'cancel-all', scope];

/** Callbacks, called even if the list that sent the request is gone. */
export type CancelNotices = {
  /** No response arrived; the same request is being repeated to find the outcome. */
  readonly onChecking: (order: Order) => void;
  /** The order as closed, and as it was when the cancel was sent. */
  readonly onDone: (closed: Order, order: Order) => void;
  /** The order was closed before it could be cancelled: its current state, if it could be fetched. */
  readonly onOver: (now: Order | undefined, order: Order) => void;
  readonly onFailed: (error: Error, order: Order) => void;
};

/** Cancels the unfilled rest of an order, once, however often it is pressed. */
export function useCancelOrder(notices: CancelNotices) {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  return useSubmit({
    mutationKey: oneKey(scope),
    mutationFn: (order: Order) => call(cancelOrder, { id: order.id }, { onChecking: () => notices.onChecking(order) }),
    onSuccess: (closed, order) => {
      queryClient.setQueryData(openOrdersQuery(scope).queryKey, (open) => open && applyOrders(open, [closed]));
      notices.onDone(closed, order);
    },
    onError: async (error, order) => {
      if (!isOver(error)) return notices.onFailed(error, order);
      const now = await queryClient.fetchQuery({ ...orderQuery(scope, order), staleTime: 0 }).catch(() => null);
      return notices.onOver(now ?? undefined, order);
    },
    onSettled: () => refresh(queryClient, scope),
  });
}

const isOver = (error: Error) =>
  error instanceof CallRefused && (error.code === 'order_state_changed' || error.code === 'not_found');

type AllNotices = {
  readonly onChecking: () => void;
  readonly onDone: (count: number) => void;
  readonly onFailed: (error: Error) => void;
};

/** Cancels every open order, or those of one market. */
export function useCancelAll(notices: AllNotices) {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  return useSubmit({
    mutationKey: allKey(scope),
    mutationFn: (symbol: string | undefined) =>
      // Each press covers the orders open at that time: an older response does not cover newer ones.
      call(
        cancelAllOrders,
        { ...(symbol !== undefined && { symbol }) },
        { onChecking: notices.onChecking, openForMs: 0 },
      ),
    onSuccess: ({ cancelled }) => notices.onDone(cancelled),
    onError: (error) => notices.onFailed(error),
    onSettled: () => refresh(queryClient, scope),
  });
}

/** Refetches orders and balances. Not awaited: the response is known, and lists may update after it. */
function refresh(queryClient: QueryClient, scope: string): void {
  void queryClient.invalidateQueries({ queryKey: ordersKey(scope) });
  void queryClient.invalidateQueries({ queryKey: balancesQuery(scope).queryKey });
}

/** Returns a test for orders that are being cancelled, from whatever list. */
export function useCancelling(): (order: Pick<Order, 'id' | 'symbol'>) => boolean {
  const scope = useSessionScope();
  const sent = (mutationKey: readonly string[]) => ({ mutationKey: [...mutationKey], status: 'pending' }) as const;
  const orders = useMutationState({
    filters: sent(oneKey(scope)),
    select: ({ state }) => (state.variables as Order).id, // What `useCancelOrder` sends.
  });
  const markets = useMutationState({
    filters: sent(allKey(scope)),
    select: ({ state }) => state.variables as string | undefined, // What `useCancelAll` sends.
  });
  return ({ id, symbol }) => orders.includes(id) || markets.some((market) => market === undefined || market === symbol);
}
