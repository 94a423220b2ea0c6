import { type Brand, type Decision, ok, refuse } from '@app/base';
import { isEmail, isMainlandMobile } from '../checks/index.ts';

/** How a user is contacted; the two kinds of account cannot be confused, because only one has an @. */
export type Channel = 'email' | 'mobile';

/** An e-mail address or a phone number in the canonical form that is stored and compared. */
export type Account = Brand<string, 'Account'>;

const MOBILE = /^[1-9][0-9]{5,14}$/;
const SEPARATORS = /[\s().+-]/g;

/**
 * Normalizes an account: lower case, no spaces, a phone number as all its digits. Otherwise one user could open a
 * second account.
 */
export function canonicalAccount(
  text: string,
  channel: Channel,
  areaCode?: string,
): Decision<Account, 'parameter_error'> {
  // Checked before lower-casing: some foreign letters become ASCII by it.
  const account = channel === 'email' ? text.trim() : withAreaCode(text.trim(), areaCode);
  const isSound = channel === 'email' ? isEmail(account) : MOBILE.test(account);
  return isSound ? ok(account.toLowerCase() as Account) : refuse('parameter_error'); // Brand created here.
}

const MAINLAND = '86';

/**
 * Normalizes an account that is about to be opened or bound: the same, and a mainland number must be one (spec 5).
 * Accounts that exist are found without that rule, so that it locks nobody out.
 */
export function canonicalNewAccount(
  text: string,
  channel: Channel,
  areaCode?: string,
): Decision<Account, 'parameter_error'> {
  const account = canonicalAccount(text, channel, areaCode);
  if (!account.ok || channel === 'email' || !account.value.startsWith(MAINLAND)) return account;
  return isMainlandMobile(account.value.slice(MAINLAND.length)) ? account : refuse('parameter_error');
}

/**
 * Prefixes the area code. A number written with a plus already has one; the leading zero of a national number is
 * dropped.
 */
function withAreaCode(text: string, areaCode: string | undefined): string {
  const digits = text.replace(SEPARATORS, '');
  if (areaCode === undefined || text.startsWith('+')) return digits;
  return areaCode.replace('+', '') + digits.replace(/^0/, '');
}
