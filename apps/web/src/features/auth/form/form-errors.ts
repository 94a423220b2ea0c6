import { CallRefused } from '@app/client/call';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';

/** Place of a refusal on a form; `form` is for one that no field can correct. */
export type RefusedField =
  | 'account'
  | 'code'
  | 'password'
  | 'repeated'
  | 'google'
  | 'country'
  | 'invite'
  | 'agree'
  | 'form';

const BY_CODE: Readonly<Record<string, RefusedField>> = {
  registration_failed: 'account',
  account_malformed: 'account',
  account_type_unknown: 'account',
  area_code_malformed: 'account',
  mobile_in_use: 'account',
  code_malformed: 'code',
  code_wrong: 'code',
  code_expired: 'code',
  login_failed: 'password',
  password_missing: 'password',
  password_too_weak: 'password',
  passwords_differ: 'repeated',
  google_code_required: 'google',
  google_code_wrong: 'google',
  country_closed: 'country',
  country_unknown: 'country',
  invite_code_unknown: 'invite',
  risk_not_acknowledged: 'agree',
};

/** Wire names of the fields, for a refusal that names one. */
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

/** Whether only the authenticator is missing: the password was right, or none was required. */
export const needsAuthenticator = (error: unknown): boolean =>
  error instanceof CallRefused && error.code === 'google_code_required';

/** Whether the account is frozen: its owner must unfreeze it first, on a separate page. */
export const isFrozen = (error: unknown): boolean => error instanceof CallRefused && error.code === 'account_frozen';

/** Returns how long the server locks further attempts, in seconds; undefined if it does not. */
export function lockedSeconds(error: unknown): number | undefined {
  if (!(error instanceof CallRefused) || error.code !== 'too_many_requests') return undefined;
  const seconds = Number(error.params.seconds);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}

/** Returns the error text for the fields it belongs to. */
export function useErrorAt(error: Error | null): (...fields: readonly RefusedField[]) => string | undefined {
  const text = useText();
  return (...fields) =>
    error !== null && fields.includes(refusedField(error)) ? describeFailure(error, text) : undefined;
}
