import { isDomainName } from './domain-name.ts';

const URL_MAX = 2048;
const PORT_MAX = 65_535;
/** Scheme, host, port, rest. A host with a name and password before it could pass for another, so there is no @. */
const PARTS = /^https?:\/\/([a-z0-9.-]+)(?::([0-9]{1,5}))?((?:[/?#].*)?)$/i;
/** What a browser would drop or turn into something else, or what could end an attribute. */
const UNSAFE = /[\s\p{C}\\"'<>`{}|^]/u;
/** A last label that starts with a digit is read as the number of a machine. */
const NAMED = /\.[a-z][^.]*$/i;

/**
 * A link to show to others: http or https, a host with a name, no credentials. It does not try bare machine numbers,
 * `localhost`, hosts in letters beyond ASCII, nor whether anything answers.
 */
export function isUrl(text: string): boolean {
  if (text.length > URL_MAX || UNSAFE.test(text)) return false;
  const [, host = '', port] = PARTS.exec(text) ?? [];
  if (port !== undefined && BigInt(port) > PORT_MAX) return false;
  return isDomainName(host) && NAMED.test(host);
}
