import { readLink } from '../article/read-link.ts';

export { webViewPath } from '../../../data/app/web-view-path.ts';

/** An address outside the app, as shown to the reader. */
export type OutsideAddress = {
  readonly href: string;
  readonly host: string;
  /** Traffic is encrypted, so no third party can read or change it. */
  readonly isSecure: boolean;
  /** The host contains letters that may imitate others. */
  readonly mayDeceive: boolean;
};

/** Longer addresses have no legitimate use. */
const LENGTH_MAX = 2_000;
const ACE = /(?:^|\.)xn--/;

/**
 * Parses http(s) addresses only, and rejects user info before the host because it makes an address look like another.
 */
export function readOutsideAddress(text: string | null): OutsideAddress | undefined {
  if (text === null || text.length > LENGTH_MAX || !/^https?:\/\/[^\s\\]+$/i.test(text)) return undefined;
  const url = readLink(text);
  if (url === undefined || url.hostname === '' || url.username !== '' || url.password !== '') return undefined;
  return {
    href: url.href,
    host: url.host,
    isSecure: url.protocol === 'https:',
    mayDeceive: ACE.test(url.hostname),
  };
}
