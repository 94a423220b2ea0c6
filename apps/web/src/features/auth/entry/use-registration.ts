import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { returnAddress } from '../../../data/app/return-address.ts';
import { refusedField } from '../form/refused-field.ts';
import { useCodeStep } from '../form/use-code-step.ts';
import { useRegister } from './register.ts';
import * as model from './register-form.ts';
import { useResidence } from './use-residence.ts';

/** State of both registration steps: the account proven by a code, then its password. */
export function useRegistration() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [step, setStep] = useState<1 | 2>(1);
  const [typed, setTyped] = useState(() => ({ ...model.EMPTY_FORM, inviteCode: model.invitedBy(search) }));
  const register = useRegister();
  const lives = useResidence();
  const isRefused = register.error !== null && refusedField(register.error) === 'country';
  const residence = { ...lives, isClosed: lives.isClosed || isRefused };
  const codeStep = useCodeStep('register');
  const { who, code, wasSent, check } = codeStep;
  const form = { ...typed, code };
  const change = (part: Partial<model.RegisterForm>) => {
    register.reset();
    setTyped((before) => ({ ...before, ...part }));
  };
  const open = () => {
    const { account } = who;
    const { country } = residence;
    if (account === undefined || country === undefined) return;
    const onSuccess = () => {
      who.forget();
      void navigate(returnAddress(search), { replace: true });
    };
    const onError = (error: Error) => setStep(model.stepOfField(refusedField(error)));
    register.mutate({ account, country, form }, { onSuccess, onError });
  };
  const confirm = () => {
    register.reset();
    codeStep.confirm(() => setStep(2));
  };
  return {
    step,
    setStep,
    form,
    change,
    codeStep,
    residence,
    missing:
      step === 1
        ? model.missingForAccount({ ...residence, channel: who.entry.channel, account: who.account, wasSent, code })
        : model.missingForPassword(form),
    error: check.error ?? register.error,
    isPending: check.isPending || register.isPending,
    goOn: step === 1 ? confirm : open,
  };
}
