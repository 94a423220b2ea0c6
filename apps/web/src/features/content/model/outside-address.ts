import { readLink } from './read-link.ts';

/** An address that leads out of the app, as its reader should see it. */
export type OutsideAddress = {
  readonly href: string;
  readonly host: string;
  /** Nobody on the way can read or change what is sent. */
  readonly isSecure: boolean;
  /** Its host is written in letters that may only look like others. */
  readonly mayDeceive: boolean;
};

/** Longer ones have no honest reader. */
const LENGTH_MAX = 2_000;
const ACE = /(?:^|\.)xn--/;

/** Only what a browser opens as a web page, and no address with a name before its host: that makes it look like another. */
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

export const webViewPath = (url: string): string => `/pages/common/webView?${new URLSearchParams({ url })}`;
