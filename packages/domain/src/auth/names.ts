import { assert } from '@app/base';
import { CODE_DIGITS } from '../checks/index.ts';

/** Formats a number below a million as the six digits that are mailed, with leading zeros. */
export function formatCode(number: number): string {
  assert(Number.isInteger(number) && number >= 0 && number < 10 ** CODE_DIGITS, 'a code has six digits');
  return `${number}`.padStart(CODE_DIGITS, '0');
}

/** Alphabet without 0, 1, I, L, O and U, which are confused when read aloud or copied by hand. */
export const INVITE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const INVITE_LENGTH = 10;

/** Normalizes an invite code as it is stored; undefined when it was left empty. */
export const invitationOf = (text: string | undefined): string | undefined => text?.trim().toUpperCase() || undefined;

/** Reports whether a text has the form of an invite code. Others are not looked up: a database rejects some texts. */
export const isInvitation = (code: string): boolean => /^[0-9A-Z]{1,32}$/.test(code);

/** Returns the default nickname: it reveals nothing about the account behind it. */
export const nicknameOf = (inviteCode: string): string => `User${inviteCode.slice(0, 6)}`;
