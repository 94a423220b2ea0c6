import { login, register, sendMailCode } from '@app/protocol/auth';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../shared/call.ts';
import { openSession } from '../../../shared/session.ts';
import type { RegisterForm } from '../model/register-form.ts';

type Credentials = { account: string; password: string };

const logIn = async ({ account, password }: Credentials) =>
  openSession(await call(login, { user_string: account.trim(), type: 'email', password }));

export const useLogin = () => useMutation({ mutationFn: logIn });

export const useSendCode = () =>
  useMutation({ mutationFn: (account: string) => call(sendMailCode, { user_string: account, purpose: 'register' }) });

/** Opens the account and its first session; who has just chosen a password need not type it again. */
export const useRegister = () =>
  useMutation({
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
