import { freezeByLink, unfreeze } from '@app/protocol/auth';
import { useNavigate } from 'react-router';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import type { WireAccount } from '../entry/account-entry.ts';
import { FROZEN_PATH } from './security.ts';

/**
 * Freezes an account by link. The response does not identify the session, so a session of this device is ended by the
 * server.
 */
export function useFreezeByLink() {
  const navigate = useNavigate();
  return useSubmit({
    mutationFn: (token: string) => call(freezeByLink, { token }),
    onSuccess: () => navigate(FROZEN_PATH, { replace: true }), // This also removes the token from the address.
  });
}

type Unfreeze = { account: WireAccount; password: string; code: string; googleCode?: string };

const lift = ({ account, password, code, googleCode }: Unfreeze) =>
  call(unfreeze, { ...account, password, code, ...(googleCode !== undefined && { google_code: googleCode }) });

export const useUnfreeze = () => useSubmit({ mutationFn: lift });
