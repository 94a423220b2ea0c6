import type { Channel } from '@app/domain/auth';
import { useState } from 'react';
import { stepOfField } from '../entry/register-form.ts';
import { needsAuthenticator, refusedField } from '../form/refused-field.ts';
import { useCodeStep } from '../form/use-code-step.ts';
import { useForget } from './forget.ts';
import { missingOfPassword, type NewPassword, NO_PASSWORD } from './new-password.ts';

type Step = 'account' | 'password' | 'authenticator' | 'done';

/** State of a password reset: the account proven by a code, a new password, and the authenticator if one is bound. */
export function useForgetting(channel: Channel) {
  const [step, setStep] = useState<Step>('account');
  const [chosen, setChosen] = useState(NO_PASSWORD);
  const forget = useForget();
  const codeStep = useCodeStep('forget', channel);
  const { who, code, check } = codeStep;
  const change = (part: Partial<NewPassword>) => {
    forget.reset();
    setChosen((before) => ({ ...before, ...part }));
  };
  const onError = (error: Error) => {
    const field = refusedField(error);
    if (needsAuthenticator(error)) setStep('authenticator');
    else if (field !== 'google' && field !== 'form') setStep(stepOfField(field) === 1 ? 'account' : 'password');
  };
  const send = (googleCode?: string) => {
    if (who.account === undefined) return;
    const reset = { account: who.account, code, chosen, ...(googleCode !== undefined && { googleCode }) };
    forget.mutate(reset, { onSuccess: () => setStep('done'), onError });
  };
  const confirm = () => {
    forget.reset();
    codeStep.confirm(() => setStep('password'));
  };
  return {
    step,
    setStep,
    chosen,
    change,
    codeStep,
    send,
    missing: step === 'account' ? codeStep.missing : missingOfPassword(chosen),
    error: check.error ?? forget.error,
    isPending: check.isPending || forget.isPending,
    reset: forget.reset,
    goOn: step === 'account' ? confirm : () => send(),
  };
}
