import { login, register, sendMailCode } from '@app/protocol/auth';
import { call } from '../../../shared/call.ts';
import { openSession } from '../../../shared/session.ts';
import { useSubmit } from '../../../shared/use-submit.ts';
import type { RegisterForm } from '../model/register-form.ts';

type Credentials = { account: string; password: string };

const logIn = async ({ account, password }: Credentials) =>
  openSession(await call(login, { user_string: account.trim(), type: 'email', password }));

export const useLogin = () => useSubmit({ mutationFn: logIn });

export const useSendCode = () =>
  useSubmit({ mutationFn: (account: string) => call(sendMailCode, { user_string: account, purpose: 'register' }) });

/** Opens the account and its first session; who has just chosen a password need not type it again. */
export const useRegister = () =>
  useSubmit({
    mutationFn: async (form: RegisterForm) => {
      await call(register, {
        user_string: form.account.trim(),
        type: 'email',
        code: form.code,
        password: form.password,
        re_password: form.repeated,
        agree: form.agrees,
        ...(form.inviteCode !== '' && { extension_code: form.inviteCode }),
      });
      await logIn(form);
    },
  });
