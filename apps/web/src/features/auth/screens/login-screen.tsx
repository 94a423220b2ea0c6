import { Button, Field, Logo, NavBar, Page, PasswordField, Waterline } from '@app/ui';
import { type SyntheticEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { describeFailure } from '../../../shared/describe-failure.ts';
import { HOME_PATH, returnAddress } from '../../../shared/return-address.ts';
import { useText } from '../../../shared/texts.ts';
import { useLogin } from '../api/account.ts';
import { LanguageButton } from '../components/language-button.tsx';

/** /pages/common/login */
export default function LoginScreen() {
  const text = useText();
  const navigate = useNavigate();
  const close = { label: text('system.close'), go: () => void navigate(HOME_PATH, { replace: true }), close: true };
  return (
    <Page
      bar={<NavBar title={<Logo name={text('system.name')} />} back={close} end={<LanguageButton />} />}
      foot={<Foot />}
    >
      <Waterline />
      <LoginForm />
    </Page>
  );
}

function LoginForm() {
  const text = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const logIn = useLogin();
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const back = { onSuccess: () => void navigate(returnAddress(search), { replace: true }) };
    logIn.mutate({ account, password }, back);
  };
  return (
    <form className="flex flex-col gap-4 px-gutter pb-4" onSubmit={submit}>
      <h1 className="text-hero">{text('auth.login.title')}</h1>
      <Field
        label={text('auth.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        placeholder={text('auth.email.example')}
        value={account}
        onChange={(event) => setAccount(event.target.value)}
        required
      />
      <PasswordField
        label={text('auth.password')}
        showLabel={text('auth.password.show')}
        hideLabel={text('auth.password.hide')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={logIn.isError ? describeFailure(logIn.error, text) : undefined}
        required
      />
      <Button type="submit" tone="primary" size="large" wide busy={logIn.isPending}>
        {text('auth.login.action')}
      </Button>
    </form>
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
