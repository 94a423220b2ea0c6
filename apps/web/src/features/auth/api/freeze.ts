import { freezeByLink, unfreeze } from '@app/protocol/auth';
import { useNavigate } from 'react-router';
import { call } from '../../../shared/call.ts';
import { useSubmit } from '../../../shared/use-submit.ts';
import type { WireAccount } from '../model/account-entry.ts';
import { FROZEN_PATH } from './security.ts';

/** Whose session it was is not said, so a session of this device hears its end from the server. */
export function useFreezeByLink() {
  const navigate = useNavigate();
  return useSubmit({
    mutationFn: (token: string) => call(freezeByLink, { token }),
    onSuccess: () => navigate(FROZEN_PATH, { replace: true }), // The token leaves the address with it.
  });
}

type Unfreeze = { account: WireAccount; password: string; code: string; googleCode?: string };

const lift = ({ account, password, code, googleCode }: Unfreeze) =>
  call(unfreeze, { ...account, password, code, ...(googleCode !== undefined && { google_code: googleCode }) });

export const useUnfreeze = () => useSubmit({ mutationFn: lift });
