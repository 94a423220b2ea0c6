import { LANGUAGE_CODES, LANGUAGE_NAMES, LANGUAGES } from '@app/i18n';
import { Choices, Icon, Logo, NavBar, Page, PasswordField, Sheet, showToast, Waterline } from '@app/ui';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { usePreferences } from '../../../data/app/preferences.ts';
import { HOME_PATH, returnAddress } from '../../../data/app/return-address.ts';
import { chooseLanguage } from '../../../data/app/send-language.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { AuthenticatorForm } from '../factor/authenticator-form.tsx';
import { PasskeyButton } from '../factor/passkey-button.tsx';
import { isFrozen, needsAuthenticator, refusedField, useErrorAt } from '../form/form-errors.ts';
import { FormRegion } from '../form/form-parts.tsx';
import { SubmitButton, useObstacle } from '../form/submit-button.tsx';
import { useLockedSeconds } from '../form/use-seconds-until.ts';
import { FrozenNote } from '../security/freeze-parts.tsx';
import type { AccountEntry } from './account-entry.ts';
import { AccountFields } from './account-fields.tsx';
import { useLogin } from './log-in.ts';
import { useAccountEntry } from './use-account-entry.ts';

/** /pages/common/login */
export default function LoginScreen() {
  const text = useText();
  const navigate = useNavigate();
  const { step, form, authenticator } = useLoggingIn();
  const close = { label: text('system.close'), go: () => void navigate(HOME_PATH, { replace: true }), close: true };
  const back = { label: text('system.back'), go: authenticator.leave };
  return (
    <Page
      bar={
        <NavBar
          title={<Logo name={text('system.name')} />}
          back={step === 'password' ? close : back}
          end={<LanguageButton />}
        />
      }
      foot={step === 'password' ? <Foot /> : undefined}
    >
      <Waterline />
      {step === 'password' ? <LoginForm {...form} /> : <AuthenticatorForm {...authenticator} />}
    </Page>
  );
}

function Foot() {
  const text = useText();
  const { search } = useLocation();
  return (
    <div className="text-center text-balance">
      <p className="font-medium">
        {text('auth.login.new')}{' '}
        <Link className="hit text-brand" to={`/pages/common/register${search}`}>
          {text('auth.login.create')}
        </Link>
      </p>
      <p className="mt-3 text-micro text-ink-3">{text('auth.risk')}</p>
    </div>
  );
}

/** Language switch, accessible before anything else can be read. */
function LanguageButton() {
  const text = useText();
  const sheet = useSheet('language');
  const language = usePreferences((preferences) => preferences.language);
  const own = LANGUAGE_NAMES[language].own;
  const code = LANGUAGES[language].slice(0, 2).toUpperCase();
  return (
    <>
      <button
        type="button"
        className="chip bg-transparent"
        aria-label={`${code}, ${text('auth.login.language', { language: own })}`}
        onClick={sheet.open}
      >
        <Icon name="globe" size={20} />
        {code}
      </button>
      <Sheet open={sheet.isOpen} onClose={sheet.close} title={own} closeLabel={text('system.close')}>
        <Choices
          label={text('auth.login.language', { language: own })}
          choices={LANGUAGE_CODES.map((value) => ({ value, label: LANGUAGE_NAMES[value].own }))}
          value={language}
          onChoose={(chosen) => {
            void chooseLanguage(chosen).catch((error: unknown) => showToast(describeFailure(error, text), 'error'));
            sheet.close();
          }}
        />
      </Sheet>
    </>
  );
}

/** State of both login steps: the password, and the authenticator if the server requires it. */
function useLoggingIn() {
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
    <Value,>(act: (value: Value) => void) =>
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

type Props = {
  who: ReturnType<typeof useAccountEntry>;
  password: string;
  setPassword: (password: string) => void;
  logIn: Pick<ReturnType<typeof useLogin>, 'error' | 'isPending'>;
  lockedSeconds: number;
  onSubmit: () => void;
  onOpened: () => void;
};

/** First login step: account and password, or a passkey instead of both. */
function LoginForm({ who, password, setPassword, logIn, lockedSeconds, onSubmit, onOpened }: Props) {
  const text = useText();
  const [wasTried, setTried] = useState(false);
  const errorAt = useErrorAt(logIn.error);
  const obstacle = useObstacle(undefined, lockedSeconds);
  const noAccount = wasTried && who.account === undefined ? text(`auth.invalid.${who.entry.channel}`) : undefined;
  const noPassword = wasTried && password === '' ? text('auth.invalid.password') : undefined;
  const change = (part: Partial<AccountEntry>) => {
    if (part.channel !== undefined) setTried(false);
    who.change(part);
  };
  const submit = () => {
    setTried(true);
    if (obstacle === undefined && who.account !== undefined && password !== '') onSubmit();
  };
  return (
    <div className="px-gutter pb-4">
      <FormRegion onSubmit={submit}>
        <h1 className="text-hero">{text('auth.login.title')}</h1>
        <AccountFields
          entry={who.entry}
          change={change}
          error={noAccount ?? errorAt('account')}
          autoComplete="username webauthn"
        />
        <PasswordField
          label={text('auth.password')}
          aside={<ForgotLink channel={who.entry.channel} />}
          showLabel={text('auth.password.show')}
          hideLabel={text('auth.password.hide')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={noPassword ?? errorAt('password') ?? (isFrozen(logIn.error) ? undefined : errorAt('form'))}
        />
        {isFrozen(logIn.error) && <FrozenNote />}
        <SubmitButton ready={text('auth.login.action')} obstacle={obstacle} busy={logIn.isPending} />
        <PasskeyButton onOpened={onOpened} />
      </FormRegion>
    </div>
  );
}

function ForgotLink({ channel }: { channel: 'email' | 'mobile' }) {
  const text = useText();
  const { search } = useLocation();
  const page = channel === 'email' ? 'forget' : 'forget_phone';
  return (
    <Link className="lbl__act hit" to={`/pages/setting/${page}${search}`}>
      {text('auth.login.forgot')}
    </Link>
  );
}
