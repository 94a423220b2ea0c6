import type { Output } from '@app/protocol';
import { addPasskey, listPasskeys, removePasskey, startPasskey } from '@app/protocol/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { callProven } from '../../../data/session/step-up.ts';
import { refreshSecurity } from '../security/security.ts';
import { makePasskey } from './webauthn.ts';

export type Passkey = Output<typeof listPasskeys>['list'][number];

const PASSKEYS = ['auth', 'passkeys'] as const;

export function usePasskeys() {
  const scope = useSessionScope();
  return useQuery({
    queryKey: [...PASSKEYS, scope],
    queryFn: ({ signal }) => call(listPasskeys, {}, { signal }),
  });
}

function usePasskeyChange<Answer, Sent>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useSubmit({
    mutationFn,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: PASSKEYS });
      await refreshSecurity(queryClient);
    },
  });
}

/** Requires a step-up first; the result is valid for one passkey. */
export const useStartPasskey = () => useSubmit({ mutationFn: () => callProven(startPasskey, {}) });

type Made = { options: string; name: string };

/** Creates a passkey in the browser and stores it on the server. */
export const useAddPasskey = () =>
  usePasskeyChange(async ({ options, name }: Made) =>
    call(addPasskey, { credential: await makePasskey(options), name }),
  );

export const useRemovePasskey = () => usePasskeyChange((id: bigint) => callProven(removePasskey, { id }));
