import { resetAccount } from '@app/protocol/auth';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';

/** Resets the demo account once: if the response is lost, `isChecking` is set and the same request is repeated. */
export function useResetDemo(onDone: () => void) {
  const queryClient = useQueryClient();
  const [isChecking, setChecking] = useState(false);
  const mutation = useSubmit({
    mutationFn: () => call(resetAccount, {}, { onChecking: () => setChecking(true) }),
    onSuccess: onDone,
    onSettled: () => {
      setChecking(false);
      return queryClient.invalidateQueries();
    },
  });
  return { ...mutation, isChecking };
}
