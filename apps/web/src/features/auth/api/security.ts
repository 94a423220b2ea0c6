import type { Output } from '@app/protocol';
import { freeze, readSecurity, setPhrase, setTradePassword } from '@app/protocol/auth';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../../shared/call.ts';
import { endSession, useSessionScope } from '../../../shared/session.ts';
import { callProven } from '../../../shared/step-up.ts';
import { useSubmit } from '../../../shared/use-submit.ts';

/** What protects an account, as the server tells its owner. */
export type Security = Output<typeof readSecurity>;

const SECURITY = ['auth', 'security'] as const;
/** Says that it is frozen and how it is opened again; visitors may see it. */
export const FROZEN_PATH = '/pages/plus/freeze?frozen';

const securityQuery = (scope: string) =>
  queryOptions({
    queryKey: [...SECURITY, scope],
    queryFn: ({ signal }) => call(readSecurity, {}, { signal }),
  });

/** What protects the account. */
export const useSecurity = () => useQuery(securityQuery(useSessionScope()));

/** Something protects the account that did not before, or no longer. */
export const refreshSecurity = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: SECURITY });

/** A change of what protects the account: what is shown of it is asked for again. */
export function useSecurityChange<Answer, Sent = void>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useSubmit({ mutationFn, onSuccess: () => refreshSecurity(queryClient) });
}

export const useSetPhrase = () => useSecurityChange((phrase: string) => callProven(setPhrase, { phrase }));

export const useSetTradePassword = () =>
  useSecurityChange((pin: string) => callProven(setTradePassword, { password: pin, re_password: pin }));

/** Every session ends with it, so this device forgets its own, after it has left the pages that need one. */
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
