import type { Channel } from '@app/domain/auth';
import { isNumericCode } from '@app/domain/checks';
import type { RefusedField } from '../form/refused-field.ts';
import { missingOfPassword, type NewPassword } from '../password/new-password.ts';
import type { WireAccount } from './account-entry.ts';

/** Input besides the account, unmodified. */
export type RegisterForm = NewPassword & {
  readonly code: string;
  readonly inviteCode: string;
  readonly agrees: boolean;
};

export const EMPTY_FORM: RegisterForm = { password: '', repeated: '', code: '', inviteCode: '', agrees: false };

/** Input of the first step besides the code. */
export type Confirmable = {
  readonly channel: Channel;
  readonly account: WireAccount | undefined;
  readonly wasSent: boolean;
  readonly code: string;
};
type MissingForCode = Channel | 'sent' | 'code';
type Residence = { readonly country: string | undefined; readonly isClosed: boolean };

/** Returns what is missing before a code can be checked, in the order of the page. */
export function missingForCode({ channel, account, wasSent, code }: Confirmable): MissingForCode | undefined {
  if (account === undefined) return channel;
  if (!wasSent) return 'sent';
  return isNumericCode(code) ? undefined : 'code';
}

/** Returns what step one still lacks; the button shows it. */
export function missingForAccount(
  step: Confirmable & Residence,
): MissingForCode | 'country' | 'other_country' | undefined {
  if (step.country === undefined) return 'country';
  return step.isClosed ? 'other_country' : missingForCode(step);
}

export function missingForPassword(form: RegisterForm): 'password' | 'repeat' | 'agree' | undefined {
  return missingOfPassword(form) ?? (form.agrees ? undefined : 'agree');
}

const OF_STEP_ONE: readonly RefusedField[] = ['account', 'code', 'country'];

/** Returns the step a refusal belongs to: a wrong code is corrected where it was typed. */
export const stepOfField = (field: RefusedField): 1 | 2 => (OF_STEP_ONE.includes(field) ? 1 : 2);

/** Reads the invite code from a link, cut to its maximum length. */
export const invitedBy = (search: string) => (new URLSearchParams(search).get('code') ?? '').trim().slice(0, 16);
