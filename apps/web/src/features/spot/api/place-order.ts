import type { OrderRequest } from '@app/domain/spot';
import { placeOrder } from '@app/protocol/spot';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { balancesQuery } from '../../../shared/balances.ts';
import { call } from '../../../shared/call.ts';
import { NoResponse } from '../../../shared/call-refused.ts';
import type { Order } from '../../../shared/orders.ts';
import { ordersKey } from '../../../shared/orders-key.ts';
import { useSessionScope } from '../../../shared/session.ts';
import { CALL_TIMEOUT_MS, CHECK_FOR_MS } from '../../../shared/timing.ts';
import { useSubmit } from '../../../shared/use-submit.ts';

/**
 * Who taps again in this time, after a reload perhaps, asks about the first order: it may still be on its way. Later the same
 * words are another order, and what became of the first is found out by `unresolved-orders.ts`.
 */
const PLACING_OPEN_MS = CHECK_FOR_MS + CALL_TIMEOUT_MS;

/** What is sent: a wish, and the market it is for. */
export type SentOrder = { readonly symbol: string; readonly request: OrderRequest };

/**
 * An order is placed once, however often it is tapped: while its answer is lost, `isChecking` says so and the same request
 * asks again with the same key; so does whoever gives the same wish again once nothing more is known. `onDone` and
 * `onFailed` are called also when the screen that asked was left meanwhile.
 */
export function usePlaceOrder(onDone?: (order: Order) => void, onFailed?: (error: Error) => void) {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const [isChecking, setChecking] = useState(false);
  const unanswered = useRef<{ request: OrderRequest; key: string | undefined }>(undefined);
  const mutation = useSubmit({
    mutationFn: ({ symbol, request }: SentOrder) => {
      const key = unanswered.current?.request === request ? unanswered.current.key : undefined;
      const same = { key, openForMs: PLACING_OPEN_MS, onChecking: () => setChecking(true) };
      return call(placeOrder, { currency_name: symbol, ...fieldsOf(request) }, same);
    },
    onSuccess: (order) => onDone?.(order),
    onError: (error, { request }) => {
      unanswered.current = error instanceof NoResponse ? { request, key: error.key } : undefined;
      onFailed?.(error);
    },
    onSettled: () => {
      setChecking(false);
      // Not awaited: the answer is known, and lists may come after it.
      void queryClient.invalidateQueries({ queryKey: ordersKey(scope) });
      void queryClient.invalidateQueries({ queryKey: balancesQuery(scope).queryKey });
    },
  });
  return { ...mutation, isChecking };
}

/** A wish in the wire's words. */
function fieldsOf(request: OrderRequest) {
  if (request.kind === 'market')
    return { type: request.side, amount: request.side === 'buy' ? request.budget : request.quantity };
  const { side, price, quantity, force } = request;
  return {
    type: side,
    amount: quantity,
    target_price: price,
    ...(force === 'post' ? { post_only: true } : { time_in_force: force }),
  };
}
