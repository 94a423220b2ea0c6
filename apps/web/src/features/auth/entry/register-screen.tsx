import { register } from '@app/protocol/auth';
import { AgreementCheck, Button, Field, NavBar, Page, SelectButton, Steps } from '@app/ui';
import { useId, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { LOGIN_PATH, returnAddress } from '../../../data/app/return-address.ts';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useDial } from '../../../data/session/chosen-country.ts';
import { ConfirmAccount } from '../form/confirm-account.tsx';
import { refusedField, useErrorAt } from '../form/form-errors.ts';
import { FormNote, FormRegion } from '../form/form-parts.tsx';
import { Confirmed } from '../form/form-results.tsx';
import { SubmitButton, useObstacle } from '../form/submit-button.tsx';
import { useCodeStep } from '../form/use-code-step.ts';
import { useLockedSeconds } from '../form/use-seconds-until.ts';
import { NewPasswordFields } from '../password/new-password-fields.tsx';
import { accountText, withAreaCode } from './account-entry.ts';
import { useResidence } from './country-list.ts';
import { logIn } from './log-in.ts';
import * as model from './register-form.ts';
import { accountOpener, piecesOf, placeOf, type Registration } from './register-form.ts';

/** /pages/common/register */
export default function RegisterScreen() {
  const text = useText();
  const leave = useBack(LOGIN_PATH);
  const form = useId();
  const flow = useRegistration();
  const { step, missing } = flow;
  const obstacle = useObstacle(missing && text(`auth.missing.${missing}`), useLockedSeconds(flow.error));
  const counted = text('auth.register.step', { step, count: 2 });
  const back = { label: text('system.back'), go: () => (step === 2 ? flow.setStep(1) : leave()) };
  const ready = text(step === 1 ? 'auth.register.continue' : 'auth.register.create');
  return (
    <Page
      bar={
        <NavBar
          title={<span className="sr-only">{text('auth.register.title')}</span>}
          back={back}
          end={<span className="pr-2 text-label text-ink-3">{counted}</span>}
        />
      }
      foot={<SubmitButton form={form} ready={ready} obstacle={obstacle} busy={flow.isPending} />}
    >
      <div className="px-gutter pb-4">
        <Steps count={2} done={step} label={counted} />
        <FormRegion id={form} onSubmit={() => obstacle === undefined && flow.goOn()}>
          {step === 1 ? <First flow={flow} /> : <Second flow={flow} />}
        </FormRegion>
      </div>
    </Page>
  );
}

type Flow = { flow: ReturnType<typeof useRegistration> };

function First({ flow }: Flow) {
  const text = useText();
  const { search } = useLocation();
  const errorAt = useErrorAt(flow.error);
  const { country, isClosed } = flow.residence;
  return (
    <>
      <div className="mt-5 mb-2">
        <h1 className="text-hero">{text('auth.register.title')}</h1>
        <p className="mt-1 text-label text-ink-2">
          {text('auth.register.have')}{' '}
          <Link className="hit text-brand" to={`${LOGIN_PATH}${search}`} replace>
            {text('auth.login.action')}
          </Link>
        </p>
      </div>
      <CountryRow
        code={country}
        error={errorAt('country') ?? (isClosed ? text('refusal.country_closed') : undefined)}
      />
      <ConfirmAccount
        step={flow.codeStep}
        purpose="register"
        accountError={errorAt('account')}
        codeError={errorAt('code')}
      />
      <FormNote message={errorAt('form')} />
    </>
  );
}

function Second({ flow }: Flow) {
  const text = useText();
  const errorAt = useErrorAt(flow.error);
  const { form, change, codeStep } = flow;
  const account = codeStep.who.account === undefined ? '' : accountText(codeStep.who.account);
  return (
    <>
      <div className="mt-5 mb-2 flex flex-col gap-1">
        <h1 className="text-hero">{text('auth.register.password.title')}</h1>
        <Confirmed account={account} />
      </div>
      <NewPasswordFields
        change={change}
        account={account}
        chosen={form}
        error={errorAt('password')}
        repeatError={errorAt('repeated')}
      />
      <InviteField
        value={form.inviteCode}
        onChange={(inviteCode) => change({ inviteCode })}
        error={errorAt('invite')}
      />
      <Consent checked={form.agrees} onChange={(agrees) => change({ agrees })} error={errorAt('agree')} />
      <FormNote message={errorAt('form')} />
    </>
  );
}

/** Country of residence; opens the list of countries and returns. */
function CountryRow({ code, error }: { code: string | undefined; error: string | undefined }) {
  const text = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const name = code === undefined ? undefined : new Intl.DisplayNames([locale], { type: 'region' }).of(code);
  return (
    <SelectButton
      label={text('auth.country.label')}
      value={name}
      placeholder={text('auth.country.choose')}
      open={false}
      onClick={() => void navigate('/pages/setting/areas')}
      error={error}
    />
  );
}

type InviteProps = { value: string; onChange: (code: string) => void; error: string | undefined };

/** Collapsed for users without an invite code; open if a link carried one. */
function InviteField({ value, onChange, error }: InviteProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(value !== '');
  if (!isOpen)
    return (
      <Button tone="ghost" className="-mx-5 -my-2 self-start" aria-expanded={false} onClick={() => setOpen(true)}>
        {text('auth.register.invite.have')}
      </Button>
    );
  return (
    <Field
      label={text('auth.register.invite')}
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={16}
      value={value}
      onChange={(event) => onChange(event.target.value.trim())}
      error={error}
    />
  );
}

const PAGES = {
  terms: '/pages/setting/operational_compliance?tab=own',
  privacy: '/pages/setting/privacy?tab=own',
} as const;

type Props = { checked: boolean; onChange: (checked: boolean) => void; error: string | undefined };

/**
 * Consent: of age, aware of the risks, and the accepted documents; links open in a new tab, because the form would be
 * lost otherwise.
 */
function Consent({ checked, onChange, error }: Props) {
  const text = useText();
  const accepted = text('auth.register.accept', { terms: placeOf('terms'), privacy: placeOf('privacy') });
  const pieces = piecesOf(accepted, ['terms', 'privacy']);
  return (
    <AgreementCheck checked={checked} onChange={onChange} error={error}>
      {text('auth.register.agree')}{' '}
      {pieces.map((piece) =>
        'text' in piece ? (
          piece.text
        ) : (
          <Link key={piece.link} className="hit" to={PAGES[piece.link]} target="_blank">
            {text(`auth.register.${piece.link}`)}
          </Link>
        ),
      )}
    </AgreementCheck>
  );
}

/** State of both registration steps: the account proven by a code, then its password. */
function useRegistration() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [step, setStep] = useState<1 | 2>(1);
  const { dial } = useDial();
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
    register.mutate({ account, dial, country, form }, { onSuccess, onError });
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

const sendRegistration = ({ account, dial, country, form }: Registration) =>
  call(register, {
    ...withAreaCode(account, dial),
    country,
    code: form.code,
    password: form.password,
    re_password: form.repeated,
    agree: form.agrees,
    ...(form.inviteCode !== '' && { extension_code: form.inviteCode }),
  });

/** Registers an account, and tracks while the form is open which account was already opened. */
function useRegister() {
  const [mutationFn] = useState(() => accountOpener({ register: sendRegistration, logIn }));
  return useSubmit({ mutationFn });
}
