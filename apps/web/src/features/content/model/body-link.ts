import { readLink } from './read-link.ts';

/** Where a link of an article leads: a page of the app, somewhere outside, or somebody's mailbox. */
export type BodyLink =
  | { readonly kind: 'page'; readonly to: string }
  | { readonly kind: 'outside'; readonly url: string }
  | { readonly kind: 'mail'; readonly href: string };

/** As the server allows them (clean-body.ts); its word is not taken for it. */
const IN_APP = /^#(\/pages\/[\w/-]+(?:\?[\w=&%.-]*)?)$/;
const MAIL = /^mailto:[^\s@?&]+@[^\s@?&]+$/i;
const OUTSIDE = /^https:\/\/[^\s\\]+$/i;

/** Nothing for whatever else it may be: a script, a file, an address with a name before its host. */
export function bodyLinkOf(href: string): BodyLink | undefined {
  const to = IN_APP.exec(href)?.[1];
  if (to !== undefined) return { kind: 'page', to };
  if (MAIL.test(href)) return { kind: 'mail', href };
  const url = OUTSIDE.test(href) ? readLink(href) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') return undefined;
  return { kind: 'outside', url: url.href };
}
