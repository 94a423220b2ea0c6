import { isDomainName } from './domain-name.ts';

const EMAIL_MAX = 254;
const LOCAL_MAX = 64;
/** No quotes, commas or brackets: an address that needs them could be read as two. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i;

/**
 * An e-mail address (spec 5) that mail systems in use take. It does not try quoted names, comments, letters beyond
 * ASCII or machine addresses in brackets, nor whether the domain exists: the code that arrives is the proof.
 */
export function isEmail(text: string): boolean {
  if (text.length > EMAIL_MAX) return false;
  const [local = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || local.length > LOCAL_MAX) return false;
  return local.split('.').every((part) => LOCAL_PART.test(part)) && isDomainName(domain);
}
