import type { Channel } from '@app/domain/auth';
import { forget } from '@app/protocol/auth';
import { buttonClass, NavBar, Page, Steps } from '@app/ui';
import { useId, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { LOGIN_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { accountText, type WireAccount } from '../entry/account-entry.ts';
import { stepOfField } from '../entry/register-form.ts';
import { AuthenticatorForm } from '../factor/authenticator-form.tsx';
import { ConfirmAccount } from '../form/confirm-account.tsx';
import { needsAuthenticator, refusedField, useErrorAt } from '../form/form-errors.ts';
import { FormNote, FormRegion } from '../form/form-parts.tsx';
import { Confirmed, ResultPage } from '../form/form-results.tsx';
import { codeRequestOf } from '../form/send-code.ts';
import { SubmitButton, useObstacle } from '../form/submit-button.tsx';
import { useCodeStep } from '../form/use-code-step.ts';
import { useLockedSeconds } from '../form/use-seconds-until.ts';
import { HOLD_HOURS } from '../security/security.ts';
import { missingOfPassword, type NewPassword, NO_PASSWORD } from './new-password.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

/** Password reset by e-mail or phone; nothing on it reveals whether the account exists. */
export function ForgetFlow({ channel }: { channel: Channel }) {
  const text = useText();
  const leave = useBack(LOGIN_PATH);
  const form = useId();
  const flow = useForgetting(channel);
  const { step, setStep, missing } = flow;
  const lockedSeconds = useLockedSeconds(flow.error);
  const obstacle = useObstacle(missing && text(`auth.missing.${missing}`), lockedSeconds);
  const title = text(channel === 'email' ? 'auth.forgot.title' : 'auth.forgot_phone.title');
  const earlier = { account: leave, password: () => setStep('account'), authenticator: () => setStep('password') };
  const ready = text(step === 'account' ? 'auth.register.continue' : 'auth.forgot.action');
  if (step === 'done') return <Done title={title} />;
  return (
    <Page
      bar={<NavBar title={title} back={{ label: text('system.back'), go: earlier[step] }} />}
      foot={
        step !== 'authenticator' && <SubmitButton form={form} ready={ready} obstacle={obstacle} busy={flow.isPending} />
      }
    >
      <div className="mb-5 px-gutter">
        <Steps
          count={2}
          done={step === 'account' ? 1 : 2}
          label={text('auth.register.step', { step: step === 'account' ? 1 : 2, count: 2 })}
        />
      </div>
      {step === 'authenticator' ? (
        <AuthenticatorForm {...flow} lockedSeconds={lockedSeconds} onCode={flow.send} leave={earlier.authenticator} />
      ) : (
        <div className="px-gutter pb-4">
          <FormRegion id={form} onSubmit={() => obstacle === undefined && flow.goOn()}>
            {step === 'account' ? <First flow={flow} channel={channel} /> : <Second flow={flow} />}
          </FormRegion>
        </div>
      )}
    </Page>
  );
}

type Flow = { flow: ReturnType<typeof useForgetting> };

const OTHER = { email: 'forget_phone', mobile: 'forget' } as const;

function First({ flow, channel }: Flow & { channel: Channel }) {
  const text = useText();
  const { search } = useLocation();
  const errorAt = useErrorAt(flow.error);
  return (
    <>
      <p className="text-body text-ink-2">{text('auth.forgot.text')}</p>
      <ConfirmAccount
        step={flow.codeStep}
        purpose="forget"
        accountError={errorAt('account')}
        codeError={errorAt('code')}
        isFixed
      />
      <FormNote message={errorAt('form')} />
      <Link className={buttonClass({ tone: 'ghost' })} to={`/pages/setting/${OTHER[channel]}${search}`} replace>
        {text(channel === 'email' ? 'auth.forgot.by_phone' : 'auth.forgot.by_email')}
      </Link>
    </>
  );
}

function Second({ flow }: Flow) {
  const errorAt = useErrorAt(flow.error);
  const { chosen, change, codeStep } = flow;
  const account = codeStep.who.account === undefined ? '' : accountText(codeStep.who.account);
  return (
    <>
      <Confirmed account={account} />
      <NewPasswordFields
        chosen={chosen}
        change={change}
        account={account}
        error={errorAt('password')}
        repeatError={errorAt('repeated')}
      />
      <FormNote message={errorAt('form')} />
    </>
  );
}

function Done({ title }: { title: string }) {
  const text = useText();
  const { search } = useLocation();
  return (
    <ResultPage
      kind="ok"
      name={title}
      title={text('auth.forgot.done')}
      text={text('auth.forgot.done.text', { hours: HOLD_HOURS })}
      next={{ label: text('auth.login.action'), to: `${LOGIN_PATH}${search}` }}
    />
  );
}

type Step = 'account' | 'password' | 'authenticator' | 'done';

/** State of a password reset: the account proven by a code, a new password, and the authenticator if one is bound. */
function useForgetting(channel: Channel) {
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

type Reset = { account: WireAccount; code: string; chosen: NewPassword; googleCode?: string };

const setPassword = ({ account, code, chosen, googleCode }: Reset) => {
  const { user_string, ...way } = account;
  return call(forget, {
    ...way,
    ...codeRequestOf('forget', account),
    account: user_string,
    code,
    password: chosen.password,
    repassword: chosen.repeated,
    ...(googleCode !== undefined && { google_code: googleCode }),
  });
};

const useForget = () => useSubmit({ mutationFn: setPassword });
