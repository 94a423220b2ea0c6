import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { oncePer } from './once-per.ts';
import { SUBMIT_DEBOUNCE_MS } from './timing.ts';

/** Something sent by a press: ten fast taps are one, and none gets through while one is on its way (spec 9: 500 ms). */
export function useSubmit<Answer, Sent = void>(options: UseMutationOptions<Answer, Error, Sent>) {
  const mutation = useMutation(options);
  const guard = useRef<ReturnType<typeof oncePer>>(null);
  guard.current ??= oncePer(SUBMIT_DEBOUNCE_MS, () => performance.now());
  const mutate: typeof mutation.mutate = (...sent) => {
    if (mutation.isPending) return;
    // What was refused may be corrected and sent at once; a second tap of the same press then only asks again.
    if (mutation.isError) mutation.mutate(...sent);
    else guard.current?.(() => mutation.mutate(...sent));
  };
  return { ...mutation, mutate };
}
