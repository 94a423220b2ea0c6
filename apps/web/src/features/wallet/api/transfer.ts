import { changeWallet } from '@app/protocol/wallet';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { balancesQuery } from '../../../shared/balances.ts';
import { call } from '../../../shared/call.ts';
import { useSessionScope } from '../../../shared/session.ts';
import { useSubmit } from '../../../shared/use-submit.ts';
import type { ReadyTransfer } from '../model/transfer-form.ts';

/** A transfer happens once: while its answer is lost, `isChecking` says so and the same request asks again. */
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
    onSuccess: (_answer, transfer) => onDone(transfer), // Also when its screen was left meanwhile.
    onSettled: () => {
      setChecking(false);
      return queryClient.invalidateQueries({ queryKey });
    },
  });
  return { ...mutation, isChecking };
}
