import { isEmail as isAddress, isNumericCode } from '@app/domain/checks';
import { strengthOf } from './password-strength.ts';

/** What was typed, untouched. */
export type RegisterForm = {
  readonly account: string;
  readonly code: string;
  readonly password: string;
  readonly repeated: string;
  readonly inviteCode: string;
  readonly agrees: boolean;
};

export const EMPTY_FORM: RegisterForm = {
  account: '',
  code: '',
  password: '',
  repeated: '',
  inviteCode: '',
  agrees: false,
};

/** The server's rule; spaces around an address are the keyboard's, and the server drops them too. */
export const isEmail = (text: string) => isAddress(text.trim());

/** What step one still lacks; the button says it. */
export function missingForAccount(form: RegisterForm, wasSent: boolean): 'email' | 'sent' | 'code' | undefined {
  if (!isEmail(form.account)) return 'email';
  if (!wasSent) return 'sent';
  return isNumericCode(form.code) ? undefined : 'code';
}

export function missingForPassword(form: RegisterForm): 'password' | 'repeat' | 'agree' | undefined {
  const { isLongEnough, isUncommon } = strengthOf(form.password);
  if (!isLongEnough || !isUncommon) return 'password';
  if (form.repeated !== form.password) return 'repeat';
  return form.agrees ? undefined : 'agree';
}

/** Said only when it can no longer become right by typing on. */
export const passwordsDiffer = ({ password, repeated }: RegisterForm) =>
  repeated !== '' && !password.startsWith(repeated);

/** Which step a refusal belongs to: a wrong code is corrected where it was typed. */
export const stepOfRefusal = (code: string): 1 | 2 =>
  code === 'code_wrong' || code === 'code_expired' || code === 'registration_failed' ? 1 : 2;
