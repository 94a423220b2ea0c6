import { Logo, NavBar, Page, Waterline } from '@app/ui';
import { Link, useLocation, useNavigate } from 'react-router';
import { HOME_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { AuthenticatorForm } from '../factor/authenticator-form.tsx';
import { LanguageButton } from './language-button.tsx';
import { LoginForm } from './login-form.tsx';
import { useLoggingIn } from './use-logging-in.ts';

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
