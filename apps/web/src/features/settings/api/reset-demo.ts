import { resetAccount } from '@app/protocol/auth';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../shared/call.ts';
import { useSubmit } from '../../../shared/use-submit.ts';

/** Happens once: while its answer is lost, `isChecking` says so and the same request asks again. */
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
