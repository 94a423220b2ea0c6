import type { Channel } from '@app/domain/auth';
import { isNumericCode } from '@app/domain/checks';
import type { RefusedField } from '../form/form-errors.ts';
import { missingOfPassword, type NewPassword } from '../password/new-password.ts';
import { accountKey, type WireAccount } from './account-entry.ts';

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

export function missingForPassword(form: RegisterForm): 'password' | 'repeat' | 'differ' | 'agree' | undefined {
  return missingOfPassword(form) ?? (form.agrees ? undefined : 'agree');
}

const OF_STEP_ONE: readonly RefusedField[] = ['account', 'code', 'country'];

/** Returns the step a refusal belongs to: a wrong code is corrected where it was typed. */
export const stepOfField = (field: RefusedField): 1 | 2 => (OF_STEP_ONE.includes(field) ? 1 : 2);

/** Reads the invite code from a link, cut to its maximum length. */
export const invitedBy = (search: string) => (new URLSearchParams(search).get('code') ?? '').trim().slice(0, 16);

/** Piece of a sentence: text, or the name of a link. */
type Piece<Name extends string> = { readonly text: string } | { readonly link: Name };

/** Placeholder of a link while the sentence is composed; it occurs in no language. */
export const placeOf = (name: string) => `\u2060${name}\u2060`;

/** Splits a sentence at its links, wherever a language places them. */
export function piecesOf<Name extends string>(sentence: string, names: readonly Name[]): readonly Piece<Name>[] {
  return sentence.split('\u2060').flatMap((part): Piece<Name>[] => {
    const link = names.find((name) => name === part);
    if (link !== undefined) return [{ link }];
    return part === '' ? [] : [{ text: part }];
  });
}

export type Registration = {
  readonly account: WireAccount;
  /** Dial code of the country chosen for phone numbers. */
  readonly dial: string;
  readonly country: string;
  readonly form: RegisterForm;
};

type AccountSteps = {
  readonly register: (registration: Registration) => Promise<unknown>;
  readonly logIn: (credentials: { account: WireAccount; password: string }) => Promise<unknown>;
};

/**
 * Opens an account and its first session; a user who has just chosen a password need not type it again. If only the
 * session failed, the next attempt requests that alone: the account exists, and its code is used up.
 */
export function accountOpener({ register, logIn }: AccountSteps) {
  const opened = new Set<string>();
  return async (registration: Registration): Promise<void> => {
    const { account, form } = registration;
    const key = accountKey(account);
    if (!opened.has(key)) await register(registration);
    opened.add(key);
    await logIn({ account, password: form.password });
  };
}
