import { CallRefused } from '../../../shared/call-refused.ts';

/** Where on a form a refusal belongs; `form` is what no field can put right. */
export type RefusedField = 'account' | 'code' | 'password' | 'repeated' | 'google' | 'country' | 'agree' | 'form';

const BY_CODE: Readonly<Record<string, RefusedField>> = {
  registration_failed: 'account',
  mobile_in_use: 'account',
  code_wrong: 'code',
  code_expired: 'code',
  login_failed: 'password',
  password_too_weak: 'password',
  passwords_differ: 'repeated',
  google_code_required: 'google',
  google_code_wrong: 'google',
  country_closed: 'country',
  risk_not_acknowledged: 'agree',
};

/** The wire's names of the fields, for a refusal that names one. */
const BY_NAME: Readonly<Record<string, RefusedField>> = {
  user_string: 'account',
  account: 'account',
  mobile: 'account',
  area_code: 'account',
  code: 'code',
  password: 'password',
  re_password: 'repeated',
  repassword: 'repeated',
  google_code: 'google',
  country: 'country',
  agree: 'agree',
};

export function refusedField(error: unknown): RefusedField {
  if (!(error instanceof CallRefused)) return 'form';
  const named = error.fields.map((name) => BY_NAME[name]).find((field) => field !== undefined);
  return BY_CODE[error.code] ?? named ?? 'form';
}

/** The password was right, or none was asked for: what is missing is the authenticator. */
export const needsAuthenticator = (error: unknown): boolean =>
  error instanceof CallRefused && error.code === 'google_code_required';

/** Its owner must unfreeze it first, which a page of its own does. */
export const isFrozen = (error: unknown): boolean => error instanceof CallRefused && error.code === 'account_frozen';

/** How long the server wants to hear nothing, in seconds; nothing when it does not say so. */
export function lockedSeconds(error: unknown): number | undefined {
  if (!(error instanceof CallRefused) || error.code !== 'too_many_requests') return undefined;
  const seconds = Number(error.params.seconds);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}
