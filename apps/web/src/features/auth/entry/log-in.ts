import { login } from '@app/protocol/auth';
import { sendLanguage } from '../../../data/app/send-language.ts';
import { call } from '../../../data/call/call.ts';
import { deviceKey } from '../../../data/call/device-key.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { openSession } from '../../../data/session/session.ts';
import type { WireAccount } from './account-entry.ts';

type Credentials = { account: WireAccount; password: string; googleCode?: string };

/** Opens a session on this device. */
export async function logIn({ account, password, googleCode }: Credentials): Promise<void> {
  openSession(
    await call(login, {
      ...account,
      password,
      device: deviceKey(),
      ...(googleCode !== undefined && { google_code: googleCode }),
    }),
  );
  void sendLanguage();
}

export const useLogin = () => useSubmit({ mutationFn: logIn });
