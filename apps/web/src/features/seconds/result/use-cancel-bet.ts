import { betsKey } from '@app/client/query';
import { CALL_TIMEOUT_MS, CHECK_FOR_MS } from '@app/client/timing';
import { cancelBet } from '@app/protocol/seconds';
import { showToast } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSessionScope } from '../../../data/session/session.ts';

/** Within this time the same cancel is the same intent, even after a reload: the first one may still be in flight. */
const SAME_FOR_MS = CHECK_FOR_MS + CALL_TIMEOUT_MS;

/** Asks to cancel a bet that has not entered. The ticks decide whether that was in time; the bet's channel tells. */
export function useCancelBet() {
  const text = useText();
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const { mutate, isPending } = useSubmit({
    mutationFn: (id: bigint) => call(cancelBet, { id }, { openForMs: SAME_FOR_MS }),
    onError: (error) => showToast(describeFailure(error, text), 'error'),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: betsKey(scope) }),
  });
  return { cancel: mutate, isPending };
}
