import { PasswordField } from '@app/ui';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { PasskeyButton } from '../factor/passkey-button.tsx';
import { FormRegion } from '../form/form-region.tsx';
import { isFrozen } from '../form/refused-field.ts';
import { SubmitButton, useObstacle } from '../form/submit-button.tsx';
import { useErrorAt } from '../form/use-error-at.ts';
import { FrozenNote } from '../security/frozen-note.tsx';
import type { AccountEntry } from './account-entry.ts';
import { AccountFields } from './account-fields.tsx';
import type { useLogin } from './log-in.ts';
import type { useAccountEntry } from './use-account-entry.ts';

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
export function LoginForm({ who, password, setPassword, logIn, lockedSeconds, onSubmit, onOpened }: Props) {
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
