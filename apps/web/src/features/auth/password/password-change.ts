import { isNumericCode } from '@app/domain/checks';
import { missingOfPassword, type NewPassword } from './new-password.ts';

/** Input of a password change. */
export type PasswordChange = NewPassword & { readonly code: string };

/** Once an authenticator is bound, its code replaces the mailed one, and none has to be sent. */
type Proof = { readonly hasAuthenticator: boolean; readonly wasSent: boolean };

/** Returns what is still missing, in the order of the page; the button shows it. */
export function missingForChange(form: PasswordChange, { hasAuthenticator, wasSent }: Proof) {
  if (!hasAuthenticator && !wasSent) return 'sent';
  if (!isNumericCode(form.code)) return hasAuthenticator ? 'google' : 'code';
  return missingOfPassword(form);
}
