import { type Decision, ok, refuse } from '@app/base';
import { isDigits } from '../checks/index.ts';

/** A bank account that withdrawals are paid to (spec 3, "Bank card"); branch and bank code may be empty. */
export type BankCard = {
  readonly realName: string;
  readonly bankName: string;
  readonly bankAccount: string;
  readonly bankAddress: string;
  readonly branch: string;
  readonly bankCode: string;
  readonly aba: string;
  readonly swift: string;
  readonly holderAddress: string;
  readonly postCode: string;
  readonly receiverPhone: string;
};

export type BankRefusal = 'bank_account_wrong' | 'swift_code_wrong' | 'aba_number_wrong' | 'receiver_phone_wrong';

/** Spec 5: digits only, longer than 12. The longest account number in use has 34 characters (ISO 13616). */
const BANK_ACCOUNT = { min: 13, max: 34 } as const;
/** ISO 9362: bank, country, place, and an optional branch. */
const SWIFT = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const ABA = /^[0-9]{9}$/;
const ABA_WEIGHTS = [3, 7, 1] as const;
const ZERO_CODE = '0'.charCodeAt(0);
const PHONE = /^\+?[0-9]{6,15}$/;

export const isBankAccount = (text: string): boolean =>
  isDigits(text) && text.length >= BANK_ACCOUNT.min && text.length <= BANK_ACCOUNT.max;

export const isSwift = (text: string): boolean => SWIFT.test(text);

/** Checks a routing number: nine digits whose weighted sum is a multiple of ten. */
export function isAba(text: string): boolean {
  if (!ABA.test(text) || text === '000000000') return false;
  const sum = [...text].reduce(
    (total, digit, index) => total + (digit.charCodeAt(0) - ZERO_CODE) * (ABA_WEIGHTS[index % 3] ?? 0),
    0,
  );
  return sum % 10 === 0;
}

export const isPhone = (text: string): boolean => PHONE.test(text);

/** Removes what people type between digits, and writes letters of a code in upper case. */
export const tidyCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/** Removes what people type between the digits of a phone number. */
export const tidyPhone = (text: string): string => text.replace(/[\s().-]/g, '');

/** Checks the fields that have a form; whether the others are present, the protocol checks. */
export function checkBankCard(card: BankCard): Decision<BankCard, BankRefusal> {
  if (!isBankAccount(card.bankAccount)) return refuse('bank_account_wrong');
  if (!isSwift(card.swift)) return refuse('swift_code_wrong');
  if (!isAba(card.aba)) return refuse('aba_number_wrong');
  if (!isPhone(card.receiverPhone)) return refuse('receiver_phone_wrong');
  return ok(card);
}

const SHOWN_DIGITS = 4;

/** Returns the digits of an account number that are shown. */
export const lastDigits = (account: string): string => account.slice(-SHOWN_DIGITS);

/** Hides all but the last four digits of an account number. */
export const maskAccount = (account: string): string => `•••• ${lastDigits(account)}`;
