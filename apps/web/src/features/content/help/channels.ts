import { isEmail } from '@app/domain/checks';
import { readLink } from '../article/read-link.ts';

/** An address that is certain to be ours. */
export type Channel =
  | { readonly kind: 'site'; readonly address: string }
  | { readonly kind: 'mail'; readonly address: string }
  | { readonly kind: 'link'; readonly address: string };

/** Returns this site plus the support contact: an e-mail address, a link, or none. */
export function channelsOf(support: string, site: string): readonly Channel[] {
  const own: Channel = { kind: 'site', address: site };
  if (support === '') return [own];
  return [own, { kind: isEmail(support) ? 'mail' : 'link', address: support }];
}

/** `other_mail`: not a mailbox of ours; but a sender address alone does not prove who sent an e-mail, either way. */
export type Verdict = 'empty' | 'unclear' | 'ours' | 'not_ours' | 'other_mail';

/** Decides whether a contact the user received is one of ours. A lookalike is not. */
export function verdictOn(typed: string, channels: readonly Channel[]): Verdict {
  const text = typed.trim().replace(/^mailto:/i, '');
  if (text === '') return 'empty';
  if (isEmail(text)) return channels.some((channel) => isMail(channel, text)) ? 'ours' : 'other_mail';
  const link = linkOf(text);
  if (link === undefined) return 'unclear';
  return channels.some((channel) => leadsTo(channel, link)) ? 'ours' : 'not_ours';
}

const isMail = ({ kind, address }: Channel, text: string) =>
  kind === 'mail' && address.toLowerCase() === text.toLowerCase();

/** `host:port` looks like a scheme, but a scheme is never followed by a digit. */
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;

/** Parses a link as a browser does, also without a scheme. A host without a dot is not a link. */
function linkOf(text: string): URL | undefined {
  if (/\s/.test(text)) return undefined;
  const link = readLink(HAS_SCHEME.test(text) ? text : `https://${text}`);
  return link?.hostname.includes('.') || link?.hostname === 'localhost' ? link : undefined;
}

/**
 * Accepts every page of our own site; on a third-party site only the exact address, because other parties have pages
 * there too.
 */
function leadsTo({ kind, address }: Channel, link: URL): boolean {
  const ours = readLink(address);
  if (kind === 'mail' || ours === undefined || link.origin !== ours.origin) return false;
  const hasStranger = link.username !== '' || link.password !== '';
  return !hasStranger && (kind === 'site' || whoseOf(link) === whoseOf(ours));
}

/**
 * Returns the part after the host that identifies the account: some sites put it in the path, some in the query or the
 * hash.
 */
const whoseOf = ({ pathname, search, hash }: URL) => `${pathname.replace(/\/$/, '')}${search}${hash}`;
