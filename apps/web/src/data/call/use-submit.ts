import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { oncePer } from '../../lib/once-per.ts';
import { SUBMIT_DEBOUNCE_MS } from '../../lib/timing.ts';

/** Submits on a press: ten fast taps are one, and none passes while one is in flight (spec 9: 500 ms). */
export function useSubmit<Answer, Sent = void>(options: UseMutationOptions<Answer, Error, Sent>) {
  // A ref, because a second tap can arrive before the first one renders.
  const isOnItsWay = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled: (...settled) => {
      isOnItsWay.current = false;
      return options.onSettled?.(...settled);
    },
  });
  const guard = useRef<ReturnType<typeof oncePer>>(null);
  guard.current ??= oncePer(SUBMIT_DEBOUNCE_MS, () => performance.now());
  const mutate: typeof mutation.mutate = (...sent) => {
    if (isOnItsWay.current) return;
    const go = () => {
      isOnItsWay.current = true;
      mutation.mutate(...sent);
    };
    // A refused submission may be corrected and sent at once.
    if (mutation.isError) go();
    else guard.current?.(go);
  };
  return { ...mutation, mutate };
}
