import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useText } from '../../../shared/texts.ts';
import type { Security } from '../api/security.ts';
import { BindPhone } from '../components/bind-phone.tsx';
import { PasswordForm } from '../components/password-form.tsx';
import { WithSecurity } from '../components/with-security.tsx';
import { contactsOf } from '../model/contacts.ts';

/** /pages/setting/password_phone, where `?change` asks for another number. */
export default function PasswordPhoneScreen() {
  const title = useText()('auth.password_phone.title');
  return <WithSecurity title={title}>{(security) => <ByPhone title={title} security={security} />}</WithSecurity>;
}

/** Without a phone it binds one. What was begun is finished, also when the number is known by then. */
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
  return <PasswordForm {...{ title, contact, hasAuthenticator, otherWay }} />;
}
