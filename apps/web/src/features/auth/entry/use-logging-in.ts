import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { returnAddress } from '../../../data/app/return-address.ts';
import { isFrozen, needsAuthenticator, refusedField } from '../form/refused-field.ts';
import { useLockedSeconds } from '../form/use-seconds-until.ts';
import type { AccountEntry } from './account-entry.ts';
import { useLogin } from './log-in.ts';
import { useAccountEntry } from './use-account-entry.ts';

/** State of both login steps: the password, and the authenticator if the server requires it. */
export function useLoggingIn() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const logIn = useLogin();
  const entry = useAccountEntry();
  const [step, setStep] = useState<'password' | 'authenticator'>('password');
  const [password, keepPassword] = useState('');
  const lockedSeconds = useLockedSeconds(logIn.error);
  const onOpened = () => {
    entry.forget();
    void navigate(returnAddress(search), { replace: true });
  };
  const onError = (error: Error) => {
    if (needsAuthenticator(error)) setStep('authenticator');
    else if (refusedField(error) === 'password' || isFrozen(error)) setStep('password');
  };
  const send = (googleCode?: string) => {
    const { account } = entry;
    if (account === undefined) return;
    const given = { account, password, ...(googleCode !== undefined && { googleCode }) };
    logIn.mutate(given, { onSuccess: onOpened, onError });
  };
  const afresh =
    <Value>(act: (value: Value) => void) =>
    (value: Value) => {
      logIn.reset();
      act(value);
    };
  const who = { ...entry, change: afresh<Partial<AccountEntry>>(entry.change) };
  const { error, isPending, reset } = logIn;
  const leave = afresh<void>(() => setStep('password'));
  return {
    step,
    form: { who, password, setPassword: afresh(keepPassword), logIn, lockedSeconds, onSubmit: () => send(), onOpened },
    authenticator: { error, isPending, reset, lockedSeconds, onCode: send, leave },
  };
}
