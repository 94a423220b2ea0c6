import { readLink } from './read-link.ts';

/** Target of a link in an article: a page of the app, an outside page or a mail address. */
export type BodyLink =
  | { readonly kind: 'page'; readonly to: string }
  | { readonly kind: 'outside'; readonly url: string }
  | { readonly kind: 'mail'; readonly href: string };

/** Link forms the server allows (clean-body.ts), checked again here. */
const IN_APP = /^#(\/pages\/[\w/-]+(?:\?[\w=&%.-]*)?)$/;
const MAIL = /^mailto:[^\s@?&]+@[^\s@?&]+$/i;
const OUTSIDE = /^https:\/\/[^\s\\]+$/i;

/** Returns undefined for anything else: a script, a file, an address with user info before its host. */
export function bodyLinkOf(href: string): BodyLink | undefined {
  const to = IN_APP.exec(href)?.[1];
  if (to !== undefined) return { kind: 'page', to };
  if (MAIL.test(href)) return { kind: 'mail', href };
  const url = OUTSIDE.test(href) ? readLink(href) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') return undefined;
  return { kind: 'outside', url: url.href };
}
