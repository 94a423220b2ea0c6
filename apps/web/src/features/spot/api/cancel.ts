import { cancelAllOrders, cancelOrder } from '@app/protocol/spot';
import { type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query';
import { balancesQuery } from '../../../shared/balances.ts';
import { call } from '../../../shared/call.ts';
import { CallRefused } from '../../../shared/call-refused.ts';
import { type Order, openOrdersQuery } from '../../../shared/orders.ts';
import { ordersKey } from '../../../shared/orders-key.ts';
import { useSessionScope } from '../../../shared/session.ts';
import { useSubmit } from '../../../shared/use-submit.ts';
import { applyOrders } from '../model/apply-orders.ts';
import { orderQuery } from './history.ts';

const oneKey = (scope: string) => ['spot', 'cancel', scope];
const allKey = (scope: string) => ['spot', 'cancel-all', scope];

/** Who is told, also when the list that asked is no longer there. */
export type CancelNotices = {
  /** No answer came, and the same request asks what became of it. */
  readonly onChecking: (order: Order) => void;
  /** As it was closed, and as it was when that was asked for. */
  readonly onDone: (closed: Order, order: Order) => void;
  /** It was over before it could be cancelled: as it is now, where that could be found out. */
  readonly onOver: (now: Order | undefined, order: Order) => void;
  readonly onFailed: (error: Error, order: Order) => void;
};

/** Cancels what is left of an order, once, however often it is asked for. */
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
      // Each press is about the orders of its own moment: an older answer says nothing of newer ones.
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

/** Not awaited: the answer is known, and lists may come after it. */
function refresh(queryClient: QueryClient, scope: string): void {
  void queryClient.invalidateQueries({ queryKey: ordersKey(scope) });
  void queryClient.invalidateQueries({ queryKey: balancesQuery(scope).queryKey });
}

/** Which orders are on their way out, asked for by whatever list. */
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
