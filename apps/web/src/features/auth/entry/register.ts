import { register } from '@app/protocol/auth';
import { useState } from 'react';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { logIn } from './log-in.ts';
import { accountOpener, type Registration } from './open-account.ts';

const sendRegistration = ({ account, country, form }: Registration) =>
  call(register, {
    ...account,
    country,
    code: form.code,
    password: form.password,
    re_password: form.repeated,
    agree: form.agrees,
    ...(form.inviteCode !== '' && { extension_code: form.inviteCode }),
  });

/** Registers an account, and tracks while the form is open which account was already opened. */
export function useRegister() {
  const [mutationFn] = useState(() => accountOpener({ register: sendRegistration, logIn }));
  return useSubmit({ mutationFn });
}
