import { CallRefused } from '@app/client/call';
import { recordsKey } from '@app/client/query';
import { withdraw } from '@app/protocol/withdrawal';
import { amountForSpeech, notify } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { balancesQuery } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { callProven } from '../../../data/session/step-up.ts';
import { StepUpGivenUp } from '../../../data/session/step-up-question.ts';
import { useIsMounted } from '../../../lib/use-is-mounted.ts';
import { statusPath } from '../withdraw-address.ts';
import { optionsQuery, type Withdrawal, withdrawalQuery, withdrawalsKey } from '../withdrawals-query.ts';
import type { Ready } from './withdraw-form.ts';

/**
 * Sends a withdrawal at most once, after the step-up: while its response is missing, `isChecking` is true and the same
 * request is repeated. Then it leads to the state of the withdrawal, or announces it on a screen that was opened since.
 */
export function useSendWithdrawal(onSent: () => void) {
  const text = useText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const isMounted = useIsMounted();
  const [isChecking, setChecking] = useState(false);
  const finish = (withdrawal: Withdrawal) => {
    const { id, amount, currency } = withdrawal;
    onSent();
    queryClient.setQueryData(withdrawalQuery(scope, id).queryKey, withdrawal);
    if (isMounted.current) return void navigate(statusPath(id), { replace: true });
    const sent = text('withdrawal.sent', { amount: `${amountForSpeech(amount)} ${currency}` });
    notify({ id: `withdrawal-${id}`, kind: 'ok', text: sent });
  };
  const mutation = useSubmit({
    mutationFn: ({ network: { currency, chain }, address, amount }: Ready) =>
      callProven(
        withdraw,
        { currency, chain, address_id: address.id, amount },
        { onChecking: () => setChecking(true) },
      ),
    onSuccess: finish, // Also after its screen was left.
    onSettled: () => {
      setChecking(false);
      void queryClient.invalidateQueries({ queryKey: withdrawalsKey(scope) });
      void queryClient.invalidateQueries({ queryKey: optionsQuery(scope).queryKey });
      void queryClient.invalidateQueries({ queryKey: recordsKey(scope) });
      void queryClient.invalidateQueries({ queryKey: balancesQuery(scope).queryKey });
    },
  });
  const { error } = mutation;
  const isUnknown = error !== null && !(error instanceof CallRefused) && !(error instanceof StepUpGivenUp);
  return { ...mutation, isChecking, isUnknown, mayHaveMoved: mutation.isPending || isUnknown || mutation.isSuccess };
}
