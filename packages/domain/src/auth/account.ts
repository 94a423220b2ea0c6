import { type Brand, type Decision, ok, refuse } from '@app/base';
import { isEmail } from '../checks/index.ts';

/** How a person is reached; the two kinds of account cannot be mistaken for each other, only one has an @. */
export type Channel = 'email' | 'mobile';

/** An e-mail address or a phone number in the one spelling that is stored and compared. */
export type Account = Brand<string, 'Account'>;

const MOBILE = /^[1-9][0-9]{5,14}$/;
const SEPARATORS = /[\s().+-]/g;

/** One person, one spelling: letters small, no spaces, a phone number as all its digits. Otherwise a second account opens. */
export function canonicalAccount(
  text: string,
  channel: Channel,
  areaCode?: string,
): Decision<Account, 'parameter_error'> {
  // Checked before letters are made small: some foreign letters become ours.
  const account = channel === 'email' ? text.trim() : withAreaCode(text.trim(), areaCode);
  const isSound = channel === 'email' ? isEmail(account) : MOBILE.test(account);
  return isSound ? ok(account.toLowerCase() as Account) : refuse('parameter_error'); // The brand's origin.
}

/** Written with a plus, a number carries its area code itself; the zero in front of a national one is not dialled from abroad. */
function withAreaCode(text: string, areaCode: string | undefined): string {
  const digits = text.replace(SEPARATORS, '');
  if (areaCode === undefined || text.startsWith('+')) return digits;
  return areaCode.replace('+', '') + digits.replace(/^0/, '');
}
