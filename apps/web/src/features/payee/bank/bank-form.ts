import { isAba, isBankAccount, isPhone, isSwift, tidyCode, tidyPhone } from '@app/domain/payee';
import type { Call } from '@app/protocol';
import type { saveBank } from '@app/protocol/payee';
import type { TextKey } from '../../../data/app/texts.ts';
import type { SavedBank } from '../payees.ts';

/** The three steps of the form and their fields, in the order of the page. */
export const STEPS = [
  { name: 'holder', fields: ['real_name', 'receiver_phone'] },
  { name: 'bank', fields: ['bank_name', 'bank_account', 'bank_address', 'branch', 'bank_code'] },
  { name: 'international', fields: ['swift', 'aba', 'holder_address', 'post_code'] },
] as const;

export type BankField = (typeof STEPS)[number]['fields'][number];
export type BankForm = Readonly<Record<BankField, string>>;

const FIELDS: readonly BankField[] = STEPS.flatMap(({ fields }) => fields);
/** Decisions, "Bank form": these two are optional, all others required. */
const OPTIONAL: readonly BankField[] = ['branch', 'bank_code'];

export const isOptional = (field: BankField): boolean => OPTIONAL.includes(field);

const formWith = (read: (field: BankField) => string) =>
  Object.fromEntries(FIELDS.map((field) => [field, read(field)])) as BankForm; // One value for each field.

export const EMPTY_BANK: BankForm = formWith(() => '');

export const isBankForm = (kept: unknown): kept is BankForm =>
  typeof kept === 'object' &&
  kept !== null &&
  FIELDS.every((field) => typeof (kept as Record<string, unknown>)[field] === 'string'); // Read only.

/** Starts a replacement from the saved account; its number is known only in part and must be entered. */
export const formOf = (card: SavedBank): BankForm =>
  formWith((field) => (field === 'bank_account' ? '' : (card[field] ?? '')));

/** Fields with a rule of their own; spaces that people type between characters are ignored. */
const RULES: Partial<Record<BankField, { isRight: (value: string) => boolean; refusal: TextKey }>> = {
  receiver_phone: { isRight: (value) => isPhone(tidyPhone(value)), refusal: 'refusal.receiver_phone_wrong' },
  bank_account: { isRight: (value) => isBankAccount(value.replaceAll(' ', '')), refusal: 'refusal.bank_account_wrong' },
  swift: { isRight: (value) => isSwift(tidyCode(value)), refusal: 'refusal.swift_code_wrong' },
  aba: { isRight: (value) => isAba(tidyCode(value)), refusal: 'refusal.aba_number_wrong' },
};

/** Returns what is wrong with a field by the server's rules. */
export function problemOf(field: BankField, value: string): TextKey | undefined {
  if (value.trim() === '') return isOptional(field) ? undefined : 'payee.bank.required';
  const rule = RULES[field];
  return rule === undefined || rule.isRight(value) ? undefined : rule.refusal;
}

export const isStepDone = (form: BankForm, step: number): boolean =>
  STEPS[step]?.fields.every((field) => problemOf(field, form[field]) === undefined) ?? false;

/** Returns the fields to send; an empty optional one is left out. */
export function callOf(form: BankForm): Call<typeof saveBank> {
  const { branch, bank_code, ...required } = form;
  return { ...required, ...(branch.trim() !== '' && { branch }), ...(bank_code.trim() !== '' && { bank_code }) };
}
