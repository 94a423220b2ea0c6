import type { Output } from '@app/protocol';
import { listSessions, revokeOtherSessions, revokeSession } from '@app/protocol/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { refreshSecurity } from './security.ts';

export type Device = Output<typeof listSessions>['list'][number];

const DEVICES = ['auth', 'devices'] as const;

/** Lists the sessions of the account; refetched whenever the list is opened. */
export function useDevices() {
  const scope = useSessionScope();
  return useQuery({
    queryKey: [...DEVICES, scope],
    queryFn: ({ signal }) => call(listSessions, {}, { signal }),
    staleTime: 0,
  });
}

/** Ends sessions. The list is refetched after a refusal too: it was out of date. */
function useEnding<Answer, Sent = void>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useSubmit({
    mutationFn,
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: DEVICES });
      await refreshSecurity(queryClient);
    },
  });
}

export const useEndDevice = () => useEnding((id: bigint) => call(revokeSession, { id }));
export const useEndOthers = () => useEnding(() => call(revokeOtherSessions, {}));
