import { CallRefused } from '@app/client/call';
import { freezeByLink, unfreeze } from '@app/protocol/auth';
import { Button, NavBar, Page, PasswordField } from '@app/ui';
import { useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { HOME_PATH, LOGIN_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { call } from '../../../data/call/call.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import type { WireAccount } from '../entry/account-entry.ts';
import { AuthenticatorForm } from '../factor/authenticator-form.tsx';
import { ConfirmAccount } from '../form/confirm-account.tsx';
import { needsAuthenticator, refusedField, useErrorAt } from '../form/form-errors.ts';
import { FormNote, FormRegion } from '../form/form-parts.tsx';
import { ResultPage } from '../form/form-results.tsx';
import { SubmitButton, useObstacle } from '../form/submit-button.tsx';
import { useCodeStep } from '../form/use-code-step.ts';
import { useLockedSeconds } from '../form/use-seconds-until.ts';
import { FreezeConsequences } from './freeze-parts.tsx';
import { FROZEN_PATH, HOLD_HOURS } from './security.ts';

/**
 * /pages/plus/freeze: with a security mail's token it freezes the account, with `frozen` it confirms the freeze,
 * otherwise it lifts it.
 */
export default function FreezeScreen() {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const token = query.get('token');
  if (query.has('frozen')) return <Frozen />;
  return token === null ? <UnfreezeForm /> : <FreezeByLink token={token} />;
}

/** For a user notified of a change they did not make: one press stops everything. */
function FreezeByLink({ token }: { token: string }) {
  const text = useText();
  const navigate = useNavigate();
  const freeze = useFreezeByLink();
  const obstacle = useObstacle(undefined);
  const title = text('auth.freeze.title');
  if (freeze.error instanceof CallRefused && ['not_found', 'parameter_error'].includes(freeze.error.code))
    return <LinkOver />;
  const leave = () => void navigate(HOME_PATH, { replace: true });
  return (
    <Page
      bar={<NavBar title={title} />}
      foot={
        <div className="flex flex-col gap-2">
          <Button
            tone="danger"
            blocked={obstacle !== undefined}
            size="large"
            wide
            busy={freeze.isPending}
            aria-disabled={obstacle !== undefined}
            onClick={() => obstacle === undefined && freeze.mutate(token)}
          >
            {obstacle ?? text('auth.freeze.action')}
          </Button>
          <Button size="large" wide disabled={freeze.isPending} onClick={leave}>
            {text('auth.freeze.leave')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-5 px-gutter pt-2 pb-4">
        <h2 className="text-hero">{text('auth.freeze.question')}</h2>
        <FreezeConsequences />
        <FormNote message={freeze.isError ? describeFailure(freeze.error, text) : undefined} />
      </div>
    </Page>
  );
}

/** Shown after a freeze, by a link or from the security page: a user whose session has ended needs the way back. */
function Frozen() {
  const text = useText();
  return (
    <ResultPage
      kind="ok"
      name={text('auth.freeze.title')}
      title={text('auth.freeze.done')}
      text={text('auth.freeze.done.text')}
      next={{ label: text('auth.freeze.home'), to: HOME_PATH }}
    />
  );
}

/** The link has expired, or a part of it is missing. */
function LinkOver() {
  const text = useText();
  return (
    <ResultPage
      kind="failed"
      name={text('auth.freeze.title')}
      title={text('auth.freeze.over')}
      text={text('auth.freeze.over.text')}
      next={{ label: text('auth.freeze.over.action'), to: '/pages/setting/security' }}
    />
  );
}

/** Lifts the freeze for the owner: password and code together. */
function UnfreezeForm() {
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
          <SubmitButton form={form} obstacle={obstacle} ready={text('auth.unfreeze.action')} busy={flow.isPending} />
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
        <AuthenticatorForm {...flow} lockedSeconds={lockedSeconds} onCode={flow.send} leave={() => setStep('form')} />
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

/**
 * Freezes an account by link. The response does not identify the session, so a session of this device is ended by the
 * server.
 */
function useFreezeByLink() {
  const navigate = useNavigate();
  return useSubmit({
    mutationFn: (token: string) => call(freezeByLink, { token }),
    onSuccess: () => navigate(FROZEN_PATH, { replace: true }), // This also removes the token from the address.
  });
}

type Unfreeze = { account: WireAccount; password: string; code: string; googleCode?: string };

const lift = ({ account, password, code, googleCode }: Unfreeze) =>
  call(unfreeze, { ...account, password, code, ...(googleCode !== undefined && { google_code: googleCode }) });

const useUnfreeze = () => useSubmit({ mutationFn: lift });
