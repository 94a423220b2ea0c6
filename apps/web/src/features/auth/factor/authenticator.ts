import { CallRefused } from '@app/client/call';
import type { Output } from '@app/protocol';
import { bindAuthenticator, getAuthenticator } from '@app/protocol/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { requestProof } from '../../../data/session/step-up-question.ts';
import { refreshSecurity } from '../security/security.ts';

/** Authenticator key, and the URI for adding it to an app. */
export type GivenKey = Output<typeof getAuthenticator>;

/** Fetches the key to add, or the time since when one is bound. It is a secret: dropped as soon as its page is left. */
export function useAuthenticatorKey() {
  const scope = useSessionScope();
  return useQuery({
    queryKey: ['auth', 'authenticator', scope],
    queryFn: ({ signal }) => call(getAuthenticator, {}, { signal }),
    gcTime: 0,
    // Every answer is a new key: a refetch would replace it while the user types it.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Requests the step-up before the code is typed, because a code is valid for half a minute. The proof is kept for the
 * next attempt if a code was wrong.
 */
export function useBindAuthenticator() {
  const queryClient = useQueryClient();
  const challenge = useRef<bigint>(undefined);
  const prove = async () => {
    challenge.current ??= await requestProof(bindAuthenticator, {});
    return challenge.current;
  };
  const bind = async (code: string) => {
    try {
      return await call(bindAuthenticator, { google_code: code, challenge: await prove() });
    } catch (error) {
      if (error instanceof CallRefused && error.code === 'step_up_required') challenge.current = undefined;
      throw error;
    }
  };
  return {
    proving: useSubmit({ mutationFn: prove }),
    binding: useSubmit({ mutationFn: bind, onSuccess: () => refreshSecurity(queryClient) }),
  };
}
