import { freezeByLink, unfreeze } from '@app/protocol/auth';
import { call } from '../../../shared/call.ts';
import { useSubmit } from '../../../shared/use-submit.ts';
import type { WireAccount } from '../model/account-entry.ts';

export const useFreezeByLink = () => useSubmit({ mutationFn: (token: string) => call(freezeByLink, { token }) });

type Unfreeze = { account: WireAccount; password: string; code: string; googleCode?: string };

const lift = ({ account, password, code, googleCode }: Unfreeze) =>
  call(unfreeze, { ...account, password, code, ...(googleCode !== undefined && { google_code: googleCode }) });

export const useUnfreeze = () => useSubmit({ mutationFn: lift });
