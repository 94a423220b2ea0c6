import { isDomainName } from './domain-name.ts';

const URL_MAX = 2048;
const PORT_MAX = 65_535;
/** Scheme, host, port, rest. Excludes @, because credentials before a host could make it look like another. */
const PARTS = /^https?:\/\/([a-z0-9.-]+)(?::([0-9]{1,5}))?((?:[/?#].*)?)$/i;
/** Characters a browser would drop or convert, or that could end an attribute. */
const UNSAFE = /[\s\p{C}\\"'<>`{}|^]/u;
/** Requires a named host: a last label that starts with a digit is parsed as an IP address. */
const NAMED = /\.[a-z][^.]*$/i;

/**
 * Checks a link to show to others: http or https, a named host, no credentials. Does not support bare IP addresses,
 * `localhost` or non-ASCII hosts, nor check whether the host responds.
 */
export function isUrl(text: string): boolean {
  if (text.length > URL_MAX || UNSAFE.test(text)) return false;
  const [, host = '', port] = PARTS.exec(text) ?? [];
  if (port !== undefined && BigInt(port) > PORT_MAX) return false;
  return isDomainName(host) && NAMED.test(host);
}
