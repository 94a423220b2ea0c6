import { isEmail } from '@app/domain/checks';
import { readLink } from './read-link.ts';

/** A way that leads to us and to nobody else. */
export type Channel =
  | { readonly kind: 'site'; readonly address: string }
  | { readonly kind: 'mail'; readonly address: string }
  | { readonly kind: 'link'; readonly address: string };

/** This site, and where support is reached: an e-mail address, a link, or nothing. */
export function channelsOf(support: string, site: string): readonly Channel[] {
  const own: Channel = { kind: 'site', address: site };
  if (support === '') return [own];
  return [own, { kind: isEmail(support) ? 'mail' : 'link', address: support }];
}

/** `other_mail`: nobody reaches us there; but who an e-mail came from, its address alone does not prove either way. */
export type Verdict = 'empty' | 'unclear' | 'ours' | 'not_ours' | 'other_mail';

/** Whether what somebody was given is one of ours. Whatever only looks like ours is not. */
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

/** A host with a port looks like a scheme, but no scheme is followed by a number. */
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;

/** As a browser would read it; a name without a scheme is one too. What has no dot in its host is no link. */
function linkOf(text: string): URL | undefined {
  if (/\s/.test(text)) return undefined;
  const link = readLink(HAS_SCHEME.test(text) ? text : `https://${text}`);
  return link?.hostname.includes('.') || link?.hostname === 'localhost' ? link : undefined;
}

/** All of our own site is ours; of another site only the one address, because others live there too. */
function leadsTo({ kind, address }: Channel, link: URL): boolean {
  const ours = readLink(address);
  if (kind === 'mail' || ours === undefined || link.origin !== ours.origin) return false;
  const hasStranger = link.username !== '' || link.password !== '';
  return !hasStranger && (kind === 'site' || whoseOf(link) === whoseOf(ours));
}

/** What comes after the host names whose room it is: some sites say it in the path, some in the query or the hash. */
const whoseOf = ({ pathname, search, hash }: URL) => `${pathname.replace(/\/$/, '')}${search}${hash}`;
