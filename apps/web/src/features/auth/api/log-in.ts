import { login } from '@app/protocol/auth';
import { call } from '../../../shared/call.ts';
import { deviceKey } from '../../../shared/device-key.ts';
import { openSession } from '../../../shared/session.ts';
import { useSubmit } from '../../../shared/use-submit.ts';
import type { WireAccount } from '../model/account-entry.ts';

type Credentials = { account: WireAccount; password: string; googleCode?: string };

/** Opens a session on this device. */
export const logIn = async ({ account, password, googleCode }: Credentials) =>
  openSession(
    await call(login, {
      ...account,
      password,
      device: deviceKey(),
      ...(googleCode !== undefined && { google_code: googleCode }),
    }),
  );

export const useLogin = () => useSubmit({ mutationFn: logIn });
