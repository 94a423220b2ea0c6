import { NoResponse } from '@app/client/call';
import { dealsKey } from '@app/client/query';
import { CALL_TIMEOUT_MS, CHECK_FOR_MS } from '@app/client/timing';
import { submitContract } from '@app/protocol/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { balancesQuery } from '../../../data/account/balances.ts';
import type { Deal } from '../../../data/account/deals.ts';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import type { ContractRequest } from './contract-preview.ts';

/** A second tap within this time, even after a reload, refers to the first order, which may still be in flight. */
const PLACING_OPEN_MS = CHECK_FOR_MS + CALL_TIMEOUT_MS;

/** What is sent: an order and its market. */
type SentOrder = { readonly symbol: string; readonly request: ContractRequest };

const fieldsOf = ({ symbol, request }: SentOrder) => ({
  currency_name: symbol,
  series: request.series,
  type: request.side === 'long' ? ('buy' as const) : ('sell' as const),
  share: request.lots,
  multiple: request.leverage,
  ...(request.limit !== undefined && { target_price: request.limit }),
  ...(request.takeProfit !== undefined && { target_profit_price: request.takeProfit }),
  ...(request.stopLoss !== undefined && { stop_loss_price: request.stopLoss }),
});

/**
 * Places an order once, however often it is tapped: if the response is lost, `isChecking` is set and the request is
 * repeated with the same idempotency key; so is the same request sent again after checking gave up. `onDone` and
 * `onFailed` are called even if the user left the screen meanwhile.
 */
export function usePlaceContract(onDone: (deal: Deal) => void, onFailed: (error: Error) => void) {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const [isChecking, setChecking] = useState(false);
  const unanswered = useRef<{ request: ContractRequest; key: string | undefined }>(undefined);
  const mutation = useSubmit({
    mutationFn: (sent: SentOrder) => {
      const key = unanswered.current?.request === sent.request ? unanswered.current.key : undefined;
      const same = { key, openForMs: PLACING_OPEN_MS, onChecking: () => setChecking(true) };
      return call(submitContract, fieldsOf(sent), same);
    },
    onSuccess: onDone,
    onError: (error, { request }) => {
      unanswered.current = error instanceof NoResponse ? { request, key: error.key } : undefined;
      onFailed(error);
    },
    onSettled: () => {
      setChecking(false);
      // Not awaited: the response is known, and lists may update after it.
      void queryClient.invalidateQueries({ queryKey: dealsKey(scope) });
      void queryClient.invalidateQueries({ queryKey: balancesQuery(scope).queryKey });
    },
  });
  return { ...mutation, isChecking };
}
