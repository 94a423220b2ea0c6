import { useNavigate } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { PhraseRow } from '../factor/phrase-row.tsx';
import { contactsOf } from '../form/contacts.ts';
import { HOLD_HOURS } from './hold.ts';
import type { Security } from './security.ts';
import { SecurityRow } from './security-row.tsx';

type Props = { security: Security };

/** The protections, then the current sessions of the account. */
export function SecurityRows({ security }: Props) {
  const text = useText();
  const navigate = useNavigate();
  return (
    <>
      <div className="group mt-4">
        <PasswordRows security={security} />
        <SecondStepRows security={security} />
        <ContactRow security={security} />
        <PhraseRow phrase={security.phrase} />
      </div>
      <div className="group mt-3">
        <SecurityRow
          icon="phone"
          label={text('security.devices')}
          why={text('security.row.devices.why')}
          state={String(security.sessions)}
          onClick={() => void navigate('/pages/plus/devices')}
        />
      </div>
    </>
  );
}

function PasswordRows({ security }: Props) {
  const text = useText();
  const navigate = useNavigate();
  return (
    <>
      <SecurityRow
        icon="lock"
        label={text('security.row.password')}
        why={text('security.row.password.why', { hours: HOLD_HOURS })}
        state={true}
        onClick={() => void navigate('/pages/setting/password')}
      />
      <SecurityRow
        icon="key"
        label={text('auth.trade_password.title')}
        why={text('security.row.trade_password.why')}
        state={security.has_trade_password}
        onClick={() => void navigate('/pages/setting/payPassword')}
      />
    </>
  );
}

function SecondStepRows({ security }: Props) {
  const text = useText();
  const navigate = useNavigate();
  return (
    <>
      <SecurityRow
        icon="shield-check"
        label={text('auth.authenticator.title')}
        why={text('security.row.authenticator.why')}
        state={security.authenticator_bound_at !== null}
        onClick={() => void navigate('/pages/setting/bind_authenticator')}
      />
      <SecurityRow
        icon="passkey"
        label={text('security.passkeys')}
        why={text('security.row.passkeys.why')}
        state={security.passkeys > 0}
        onClick={() => void navigate('/pages/plus/passkeys')}
      />
    </>
  );
}

/** Contacts of the owner; the phone can be added or changed. */
function ContactRow({ security }: Props) {
  const text = useText();
  const navigate = useNavigate();
  const contacts = contactsOf(security);
  const path = '/pages/setting/password_phone';
  return (
    <SecurityRow
      icon="mail"
      label={text('security.row.contact')}
      why={
        <>
          {contacts.map(({ channel, target }) => (
            <span key={channel} className="block break-words text-ink-2">
              {target}
            </span>
          ))}
          {text('security.row.contact.why')}
        </>
      }
      state={contacts.length > 1}
      onClick={() => void navigate(security.mobile === '' ? path : `${path}?change`)}
    />
  );
}
