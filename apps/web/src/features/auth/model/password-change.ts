import { isNumericCode } from '@app/domain/checks';
import { missingOfPassword, type NewPassword } from './new-password.ts';

/** What was typed to change the password. */
export type PasswordChange = NewPassword & { readonly code: string };

/** Once an authenticator is bound its code stands where a mailed one stood, and none has to be sent. */
type Proof = { readonly hasAuthenticator: boolean; readonly wasSent: boolean };

/** What is still missing, in the order of the page; the button says it. */
export function missingForChange(form: PasswordChange, { hasAuthenticator, wasSent }: Proof) {
  if (!hasAuthenticator && !wasSent) return 'sent';
  if (!isNumericCode(form.code)) return hasAuthenticator ? 'google' : 'code';
  return missingOfPassword(form);
}
