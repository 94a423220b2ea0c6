import { type Decision, ok, refuse } from '@app/base';
import type { Account } from './account.ts';
import { isCommonPassword } from './common-passwords.ts';

export type NewPassword = { readonly password: string; readonly again: string; readonly account: Account };

type PasswordRefusal = 'passwords_differ' | 'password_too_weak';

/**
 * Checks login passwords (decisions): longer than six ⚙, any characters, never a common one. Checked in sequence: both
 * equal, long enough, not common, not the account itself.
 */
export function checkPassword(wanted: NewPassword, lengthMin: number): Decision<string, PasswordRefusal> {
  const { password, again, account } = wanted;
  if (password !== again) return refuse('passwords_differ');
  const plain = password.toLowerCase();
  const isWeak = [...password].length < lengthMin || isCommonPassword(plain) || plain === account;
  return isWeak ? refuse('password_too_weak', { minimum: `${lengthMin}` }) : ok(password);
}
