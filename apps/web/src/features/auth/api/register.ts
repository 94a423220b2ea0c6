import { register } from '@app/protocol/auth';
import { call } from '../../../shared/call.ts';
import { useSubmit } from '../../../shared/use-submit.ts';
import type { WireAccount } from '../model/account-entry.ts';
import type { RegisterForm } from '../model/register-form.ts';
import { logIn } from './log-in.ts';

type Registration = { account: WireAccount; country: string; form: RegisterForm };

/** Opens the account and its first session; who has just chosen a password need not type it again. */
async function openAccount({ account, country, form }: Registration): Promise<void> {
  await call(register, {
    ...account,
    country,
    code: form.code,
    password: form.password,
    re_password: form.repeated,
    agree: form.agrees,
    ...(form.inviteCode !== '' && { extension_code: form.inviteCode }),
  });
  await logIn({ account, password: form.password });
}

export const useRegister = () => useSubmit({ mutationFn: openAccount });
