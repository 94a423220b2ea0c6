import { changeWallet } from '@app/protocol/wallet';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { balancesQuery } from '../../../data/account/balances.ts';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import type { ReadyTransfer } from './transfer-form.ts';

/**
 * Submits a transfer at most once: while its response is missing, `isChecking` is true and the same request is retried.
 */
export function useTransfer(onDone: (transfer: ReadyTransfer) => void) {
  const queryClient = useQueryClient();
  const { queryKey } = balancesQuery(useSessionScope());
  const [isChecking, setChecking] = useState(false);
  const mutation = useSubmit({
    mutationFn: ({ from, to, currency, amount }: ReadyTransfer) =>
      call(
        changeWallet,
        { from_field: from, to_field: to, currency, number: amount },
        { onChecking: () => setChecking(true) },
      ),
    onSuccess: (_answer, transfer) => onDone(transfer), // Also after its screen was left.
    onSettled: () => {
      setChecking(false);
      return queryClient.invalidateQueries({ queryKey });
    },
  });
  return { ...mutation, isChecking };
}
