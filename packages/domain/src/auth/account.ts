import { type Brand, type Decision, ok, refuse } from '@app/base';

/** How a person is reached; the two kinds of account cannot be mistaken for each other, only one has an @. */
export type Channel = 'email' | 'mobile';

/** An e-mail address or a phone number in the one spelling that is stored and compared. */
export type Account = Brand<string, 'Account'>;

const EMAIL_MAX = 254;
const LOCAL_MAX = 64;
/** No quotes, commas or brackets: an address that needs them could be read as two. Each class matches in linear time. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const LABEL = /^[a-z0-9-]{1,63}$/;
const MOBILE = /^[1-9][0-9]{5,14}$/;

/** One person, one spelling: letters small, no spaces, a phone number as its digits. Otherwise a second account opens. */
export function canonicalAccount(text: string, channel: Channel): Decision<Account, 'parameter_error'> {
  const account = channel === 'email' ? text.trim().toLowerCase() : text.replace(/[\s()+-]/g, '');
  const isSound = channel === 'email' ? isEmail(account) : MOBILE.test(account);
  return isSound ? ok(account as Account) : refuse('parameter_error'); // The brand's origin.
}

function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || text.length > EMAIL_MAX || local.length > LOCAL_MAX) return false;
  return LOCAL.test(local) && local.split('.').every((part) => part !== '') && isDomain(domain);
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label) && !/^-|-$/.test(label));
}
