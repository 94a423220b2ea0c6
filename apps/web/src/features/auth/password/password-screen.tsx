import { Link, Navigate } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { contactsOf } from '../form/contacts.ts';
import type { Security } from '../security/security.ts';
import { WithSecurity } from '../security/with-security.tsx';
import { PasswordForm } from './password-form.tsx';

const BY_PHONE = '/pages/setting/password_phone';

/** /pages/setting/password */
export default function PasswordScreen() {
  const title = useText()('auth.password_change.title');
  return <WithSecurity title={title}>{(security) => <ByEmail title={title} security={security} />}</WithSecurity>;
}

/** Redirects to the phone flow when the account has no e-mail address. */
function ByEmail({ title, security }: { title: string; security: Security }) {
  const text = useText();
  const contact = contactsOf(security).find(({ channel }) => channel === 'email');
  if (contact === undefined) return <Navigate to={BY_PHONE} replace />;
  const otherWay = security.mobile !== '' && (
    <Link className="hit mt-4 inline-block text-brand" to={BY_PHONE} replace>
      {text('security.password.use_mobile')}
    </Link>
  );
  const hasAuthenticator = security.authenticator_bound_at !== null;
  return <PasswordForm title={title} contact={contact} hasAuthenticator={hasAuthenticator} otherWay={otherWay} />;
}
