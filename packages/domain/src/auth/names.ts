import { assert } from '@app/base';
import { CODE_DIGITS } from '../checks/index.ts';

/** A number below a million as the six digits that are mailed: zeros in front count. */
export function formatCode(number: number): string {
  assert(Number.isInteger(number) && number >= 0 && number < 10 ** CODE_DIGITS, 'a code has six digits');
  return `${number}`.padStart(CODE_DIGITS, '0');
}

/** Without 0, 1, I, L, O and U: read aloud or copied by hand they are mistaken for one another. */
export const INVITE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const INVITE_LENGTH = 10;

/** How an invite code is stored, however its bearer typed it; nothing when it was left empty. */
export const invitationOf = (text: string | undefined): string | undefined => text?.trim().toUpperCase() || undefined;

/** What has not even the form of an invite code need not be looked up: some texts are none to a database. */
export const isInvitation = (code: string): boolean => /^[0-9A-Z]{1,32}$/.test(code);

/** What others see until the user picks a name: it says nothing about the account behind it. */
export const nicknameOf = (inviteCode: string): string => `User${inviteCode.slice(0, 6)}`;
