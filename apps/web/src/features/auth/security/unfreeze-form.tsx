import { NavBar, Page, PasswordField } from '@app/ui';
import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import { LOGIN_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { AuthenticatorForm } from '../factor/authenticator-form.tsx';
import { ConfirmAccount } from '../form/confirm-account.tsx';
import { FormNote } from '../form/form-note.tsx';
import { FormRegion } from '../form/form-region.tsx';
import { needsAuthenticator, refusedField } from '../form/refused-field.ts';
import { ResultPage } from '../form/result-page.tsx';
import { SubmitButton, useObstacle } from '../form/submit-button.tsx';
import { useCodeStep } from '../form/use-code-step.ts';
import { useErrorAt } from '../form/use-error-at.ts';
import { useLockedSeconds } from '../form/use-seconds-until.ts';
import { useUnfreeze } from './freeze.ts';
import { HOLD_HOURS } from './hold.ts';

/** Lifts the freeze for the owner: password and code together. */
export function UnfreezeForm() {
  const text = useText();
  const leave = useBack(LOGIN_PATH);
  const form = useId();
  const flow = useUnfreezing();
  const { step, setStep, missing } = flow;
  const lockedSeconds = useLockedSeconds(flow.error);
  const obstacle = useObstacle(missing && text(`auth.missing.${missing}`), lockedSeconds);
  const back = { label: text('system.back'), go: step === 'form' ? leave : () => setStep('form') };
  if (step === 'done') return <Unfrozen />;
  return (
    <Page
      bar={<NavBar title={text('auth.unfreeze.title')} back={back} />}
      foot={
        step === 'form' && (
          <SubmitButton {...{ form, obstacle }} ready={text('auth.unfreeze.action')} busy={flow.isPending} />
        )
      }
    >
      {step === 'form' ? (
        <div className="px-gutter pt-2 pb-4">
          <FormRegion id={form} onSubmit={() => obstacle === undefined && flow.send()}>
            <Fields flow={flow} />
          </FormRegion>
        </div>
      ) : (
        <AuthenticatorForm {...flow} {...{ lockedSeconds }} onCode={flow.send} leave={() => setStep('form')} />
      )}
    </Page>
  );
}

function Fields({ flow }: { flow: ReturnType<typeof useUnfreezing> }) {
  const text = useText();
  const errorAt = useErrorAt(flow.error);
  return (
    <>
      <p className="text-body text-ink-2">{text('auth.unfreeze.text')}</p>
      <ConfirmAccount
        step={flow.codeStep}
        purpose="unfreeze"
        accountError={errorAt('account')}
        codeError={errorAt('code')}
      />
      <PasswordField
        label={text('auth.password')}
        showLabel={text('auth.password.show')}
        hideLabel={text('auth.password.hide')}
        autoComplete="current-password"
        value={flow.password}
        onChange={(event) => flow.setPassword(event.target.value)}
        error={errorAt('password')}
      />
      <FormNote message={errorAt('form')} />
    </>
  );
}

function Unfrozen() {
  const text = useText();
  const { search } = useLocation();
  return (
    <ResultPage
      kind="ok"
      name={text('auth.unfreeze.title')}
      title={text('auth.unfreeze.done')}
      text={text('auth.unfreeze.done.text', { hours: HOLD_HOURS })}
      next={{ label: text('auth.login.action'), to: `${LOGIN_PATH}${search}` }}
    />
  );
}

/** State of lifting a freeze: password and code together, and the authenticator if one is bound. */
function useUnfreezing() {
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
