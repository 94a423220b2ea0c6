import { CallRefused } from '@app/client/call';
import { recordsKey } from '@app/client/query';
import { payOut } from '@app/protocol/payout';
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
import { payoutPath } from '../withdraw-address.ts';
import type { ReadyPayout } from './payout-form.ts';
import { type Payout, payoutOptionsQuery, payoutQuery, payoutsKey } from './payouts-query.ts';

/**
 * Sends a payout at most once, after the step-up: while its response is missing, `isChecking` is true and the same request is
 * repeated. Then it leads to the state of the payout, or announces it on a screen that was opened since.
 */
export function useSendPayout(onSent: () => void) {
  const text = useText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const isMounted = useIsMounted();
  const [isChecking, setChecking] = useState(false);
  const finish = (payout: Payout) => {
    const { id, amount } = payout;
    onSent();
    queryClient.setQueryData(payoutQuery(scope, id).queryKey, payout);
    if (isMounted.current) return void navigate(payoutPath(id), { replace: true });
    notify({
      id: `payout-${id}`,
      kind: 'ok',
      text: text('withdrawal.sent', { amount: `${amountForSpeech(amount)} USDT` }),
    });
  };
  const mutation = useSubmit({
    mutationFn: ({ amount, usd }: ReadyPayout) =>
      callProven(payOut, { amount, usd }, { onChecking: () => setChecking(true) }),
    onSuccess: finish, // Also after its screen was left.
    onSettled: () => {
      setChecking(false);
      void queryClient.invalidateQueries({ queryKey: payoutsKey(scope) });
      void queryClient.invalidateQueries({ queryKey: payoutOptionsQuery(scope).queryKey });
      void queryClient.invalidateQueries({ queryKey: recordsKey(scope) });
      void queryClient.invalidateQueries({ queryKey: balancesQuery(scope).queryKey });
    },
  });
  const { error } = mutation;
  const isUnknown = error !== null && !(error instanceof CallRefused) && !(error instanceof StepUpGivenUp);
  return { ...mutation, isChecking, isUnknown, mayHaveMoved: mutation.isPending || isUnknown || mutation.isSuccess };
}
