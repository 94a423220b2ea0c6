import type { Output } from '@app/protocol';
import { freeze, readSecurity, setPhrase, setTradePassword } from '@app/protocol/auth';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { endSession, useSessionScope } from '../../../data/session/session.ts';
import { callProven } from '../../../data/session/step-up.ts';

/** Protections of an account, as the server reports them to its owner. */
export type Security = Output<typeof readSecurity>;

const SECURITY = ['auth', 'security'] as const;
/** Page that shows that the account is frozen and how to unfreeze it; visitors may see it. */
export const FROZEN_PATH = '/pages/plus/freeze?frozen';

const securityQuery = (scope: string) =>
  queryOptions({
    queryKey: [...SECURITY, scope],
    queryFn: ({ signal }) => call(readSecurity, {}, { signal }),
  });

/** Fetches the protections of the account. */
export const useSecurity = () => useQuery(securityQuery(useSessionScope()));

/** Refetches the protections after one was added or removed. */
export const refreshSecurity = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: SECURITY });

/** Changes a protection of the account and refetches what is shown of it. */
export function useSecurityChange<Answer, Sent = void>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useSubmit({ mutationFn, onSuccess: () => refreshSecurity(queryClient) });
}

export const useSetPhrase = () => useSecurityChange((phrase: string) => callProven(setPhrase, { phrase }));

export const useSetTradePassword = () =>
  useSecurityChange((pin: string) => callProven(setTradePassword, { password: pin, re_password: pin }));

/**
 * Freezes the account. This ends every session, so this device drops its own after it has left the pages that need one.
 */
export function useFreeze() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useSubmit({
    mutationFn: () => call(freeze, {}),
    onSuccess: async () => {
      await navigate(FROZEN_PATH, { replace: true });
      endSession();
      queryClient.clear();
    },
  });
}

/**
 * Decisions: withdrawals are held for a day after a change of protection. The server decides how long; this is the
 * announced value.
 */
export const HOLD_HOURS = 24;
