import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { BindPhone } from '../factor/bind-phone.tsx';
import { contactsOf } from '../form/contacts.ts';
import type { Security } from '../security/security.ts';
import { WithSecurity } from '../security/with-security.tsx';
import { PasswordForm } from './password-form.tsx';

/** /pages/setting/password_phone; `?change` starts a change of number. */
export default function PasswordPhoneScreen() {
  const title = useText()('auth.password_phone.title');
  return <WithSecurity title={title}>{(security) => <ByPhone title={title} security={security} />}</WithSecurity>;
}

/**
 * Binds a phone if the account has none. A binding in progress runs to its end, even if the number is already on file
 * by then.
 */
function ByPhone({ title, security }: { title: string; security: Security }) {
  const text = useText();
  const { search } = useLocation();
  const contact = contactsOf(security).find(({ channel }) => channel === 'mobile');
  const [binds] = useState(contact === undefined);
  if (binds || contact === undefined || new URLSearchParams(search).has('change'))
    return <BindPhone current={contact} />;
  const otherWay = security.email !== '' && (
    <Link className="hit mt-4 inline-block text-brand" to="/pages/setting/password" replace>
      {text('security.password.use_email')}
    </Link>
  );
  const hasAuthenticator = security.authenticator_bound_at !== null;
  return <PasswordForm title={title} contact={contact} hasAuthenticator={hasAuthenticator} otherWay={otherWay} />;
}
