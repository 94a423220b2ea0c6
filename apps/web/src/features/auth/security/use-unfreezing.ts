import { useState } from 'react';
import { needsAuthenticator, refusedField } from '../form/refused-field.ts';
import { useCodeStep } from '../form/use-code-step.ts';
import { useUnfreeze } from './freeze.ts';

/** State of lifting a freeze: password and code together, and the authenticator if one is bound. */
export function useUnfreezing() {
  const [step, setStep] = useState<'form' | 'authenticator' | 'done'>('form');
  const [password, keepPassword] = useState('');
  const unfreeze = useUnfreeze();
  const codeStep = useCodeStep('unfreeze');
  const { who, code } = codeStep;
  const setPassword = (typed: string) => {
    unfreeze.reset();
    keepPassword(typed);
  };
  const onError = (error: Error) => {
    const field = refusedField(error);
    if (needsAuthenticator(error)) setStep('authenticator');
    else if (field !== 'google' && field !== 'form') setStep('form');
  };
  const send = (googleCode?: string) => {
    if (who.account === undefined) return;
    const lifted = { account: who.account, password, code, ...(googleCode !== undefined && { googleCode }) };
    unfreeze.mutate(lifted, { onSuccess: () => setStep('done'), onError });
  };
  const setCode = (typed: string) => {
    unfreeze.reset();
    codeStep.setCode(typed);
  };
  const { error, isPending, reset } = unfreeze;
  const missing: typeof codeStep.missing | 'current' = codeStep.missing ?? (password === '' ? 'current' : undefined);
  return {
    step,
    setStep,
    password,
    setPassword,
    codeStep: { ...codeStep, setCode },
    missing,
    send,
    error,
    isPending,
    reset,
  };
}
