import { isDomainName } from './domain-name.ts';

const EMAIL_MAX = 254;
const LOCAL_MAX = 64;
/** Excludes quotes, commas and brackets: an address that needs them could be parsed as two. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i;

/**
 * Checks an e-mail address (spec 5) that common mail systems accept. Does not support quoted names, comments, non-ASCII
 * letters or IP addresses in brackets, nor check whether the domain exists: the code that arrives is the proof.
 */
export function isEmail(text: string): boolean {
  if (text.length > EMAIL_MAX) return false;
  const [local = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || local.length > LOCAL_MAX) return false;
  return local.split('.').every((part) => LOCAL_PART.test(part)) && isDomainName(domain);
}
