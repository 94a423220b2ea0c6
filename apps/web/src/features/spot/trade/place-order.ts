import { NoResponse } from '@app/client/call';
import { ordersKey } from '@app/client/query';
import { UNDERWAY_MS } from '@app/client/timing';
import type { OrderRequest } from '@app/domain/spot';
import { placeOrder, toOrderFields } from '@app/protocol/spot';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { balancesQuery } from '../../../data/account/balances.ts';
import type { Order } from '../../../data/account/orders.ts';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSessionScope } from '../../../data/session/session.ts';

/** What is sent: an order request and its market. */
export type SentOrder = { readonly symbol: string; readonly request: OrderRequest };

/**
 * Places an order once, however often it is tapped: if the response is lost, `isChecking` is set and the request is
 * repeated with the same idempotency key; so is the same order request submitted again after checking gave up. `onDone`
 * and `onFailed` are called even if the user left the screen meanwhile.
 */
export function usePlaceOrder(onDone?: (order: Order) => void, onFailed?: (error: Error) => void) {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const [isChecking, setChecking] = useState(false);
  const unanswered = useRef<{ request: OrderRequest; key: string | undefined }>(undefined);
  const mutation = useSubmit({
    mutationFn: ({ symbol, request }: SentOrder) => {
      const key = unanswered.current?.request === request ? unanswered.current.key : undefined;
      const same = { key, openForMs: UNDERWAY_MS, onChecking: () => setChecking(true) };
      return call(placeOrder, { currency_name: symbol, ...toOrderFields(request) }, same);
    },
    onSuccess: (order) => onDone?.(order),
    onError: (error, { request }) => {
      unanswered.current = error instanceof NoResponse ? { request, key: error.key } : undefined;
      onFailed?.(error);
    },
    onSettled: () => {
      setChecking(false);
      // Not awaited: the response is known, and lists may update after it.
      void queryClient.invalidateQueries({ queryKey: ordersKey(scope) });
      void queryClient.invalidateQueries({ queryKey: balancesQuery(scope).queryKey });
    },
  });
  return { ...mutation, isChecking };
}
