import { recordsKey, transfersKey } from '@app/client/query';
import type { Amount } from '@app/money';
import { changeWallet } from '@app/protocol/wallet';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../call/call.ts';
import { useSubmit } from '../call/use-submit.ts';
import { useSessionScope } from '../session/session.ts';
import { type Balance, balancesQuery } from './balances.ts';

type TransferAccount = Exclude<Balance['account'], 'bonus'>;

/** A transfer between two accounts of the user. */
export type FundsTransfer = {
  readonly from: TransferAccount;
  readonly to: TransferAccount;
  readonly currency: string;
  readonly amount: Amount;
};

/**
 * Submits a transfer at most once: while its response is missing, `isChecking` is true and the same request is retried.
 * `onDone` is called even if the user left the screen meanwhile.
 */
export function useTransferFunds(onDone: (transfer: FundsTransfer) => void) {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const [isChecking, setChecking] = useState(false);
  const mutation = useSubmit({
    mutationFn: ({ from, to, currency, amount }: FundsTransfer) =>
      call(
        changeWallet,
        { from_field: from, to_field: to, currency, number: amount },
        { onChecking: () => setChecking(true) },
      ),
    onSuccess: (_answer, transfer) => onDone(transfer),
    onSettled: () => {
      setChecking(false);
      void queryClient.invalidateQueries({ queryKey: transfersKey(scope) });
      void queryClient.invalidateQueries({ queryKey: recordsKey(scope) });
      return queryClient.invalidateQueries({ queryKey: balancesQuery(scope).queryKey });
    },
  });
  return { ...mutation, isChecking };
}
