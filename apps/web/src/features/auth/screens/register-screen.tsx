import { Button, Icon, NavBar, Page, Steps, showToast } from '@app/ui';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { CallRefused } from '../../../shared/call-refused.ts';
import { describeFailure } from '../../../shared/describe-failure.ts';
import { LOGIN_PATH, returnAddress } from '../../../shared/return-address.ts';
import { useText } from '../../../shared/texts.ts';
import { useBack } from '../../../shared/use-back.ts';
import { useRegister } from '../api/account.ts';
import { AccountStep } from '../components/account-step.tsx';
import { PasswordStep } from '../components/password-step.tsx';
import * as model from '../model/register-form.ts';

/** /pages/common/register */
export default function RegisterScreen() {
  const text = useText();
  const leave = useBack(LOGIN_PATH);
  const [step, setStep] = useState<1 | 2>(1);
  const [sentAt, setSentAt] = useState<number>();
  const { form, change, submit, register } = useRegisterForm(setStep);
  const missing = step === 1 ? model.missingForAccount(form, sentAt !== undefined) : model.missingForPassword(form);
  const ready = text(step === 1 ? 'auth.register.continue' : 'auth.register.create');
  const refusedAt = register.error instanceof CallRefused ? model.stepOfRefusal(register.error.code) : 2;
  const error = register.isError ? describeFailure(register.error, text) : undefined;
  const counted = text('auth.register.step', { step, count: 2 });
  const back = { label: text('system.back'), go: () => (step === 2 ? setStep(1) : leave()) };
  return (
    <Page
      bar={
        <NavBar
          title={<span className="sr-only">{text('auth.register.title')}</span>}
          back={back}
          end={<span className="pr-2 text-label text-ink-3">{counted}</span>}
        />
      }
      foot={
        <Button
          tone={missing === undefined ? 'primary' : 'off'}
          size="large"
          wide
          busy={register.isPending}
          aria-disabled={missing !== undefined}
          onClick={() => missing === undefined && (step === 1 ? setStep(2) : submit())}
        >
          {missing === undefined ? ready : text(`auth.missing.${missing}`)}
        </Button>
      }
    >
      <div className="px-gutter pb-4">
        <Steps count={2} done={step} label={counted} />
        <Heading step={step} account={form.account} />
        {step === 1 ? (
          <AccountStep {...{ form, change, sentAt }} onSent={setSentAt} error={refusedAt === 1 ? error : undefined} />
        ) : (
          <PasswordStep {...{ form, change }} error={refusedAt === 2 ? error : undefined} />
        )}
      </div>
    </Page>
  );
}

function useRegisterForm(setStep: (step: 1 | 2) => void) {
  const text = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const register = useRegister();
  const invitedBy = new URLSearchParams(search).get('code') ?? '';
  const [form, setForm] = useState({ ...model.EMPTY_FORM, inviteCode: invitedBy.slice(0, 16) });
  const change = (part: Partial<model.RegisterForm>) => {
    register.reset();
    setForm((before) => ({ ...before, ...part }));
  };
  const submit = () =>
    register.mutate(form, {
      onSuccess: () => void navigate(returnAddress(search), { replace: true }),
      onError: (error) => {
        showToast(describeFailure(error, text), 'error');
        if (error instanceof CallRefused) setStep(model.stepOfRefusal(error.code));
      },
    });
  return { form, change, submit, register };
}

function Heading({ step, account }: { step: 1 | 2; account: string }) {
  const text = useText();
  const { search } = useLocation();
  if (step === 2)
    return (
      <>
        <h1 className="mt-5 text-hero">{text('auth.register.password.title')}</h1>
        <p className="mt-1 mb-6 flex items-center gap-2 text-label text-ink-2">
          <Icon name="mail" size={20} />
          <span className="truncate">{account.trim()}</span>
        </p>
      </>
    );
  return (
    <>
      <h1 className="mt-5 text-hero">{text('auth.register.title')}</h1>
      <p className="mt-1 mb-6 text-label text-ink-2">
        {text('auth.register.text')} {text('auth.register.have')}{' '}
        <Link className="hit text-brand" to={`${LOGIN_PATH}${search}`} replace>
          {text('auth.login.action')}
        </Link>
      </p>
    </>
  );
}
