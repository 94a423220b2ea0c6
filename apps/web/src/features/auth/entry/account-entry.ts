import { type Channel, canonicalNewAccount } from '@app/domain/auth';

/** Account the user typed. Both kinds are kept, so that switching between them loses nothing. */
export type AccountEntry = { readonly channel: Channel; readonly email: string; readonly number: string };

/** Account in wire format. */
export type WireAccount = { readonly user_string: string; readonly type: Channel; readonly area_code?: string };

export const EMPTY_ENTRY: AccountEntry = { channel: 'email', email: '', number: '' };

const MAINLAND = '86';

/** Returns the text in the visible field. */
export const typedIn = ({ channel, email, number }: AccountEntry): string =>
  (channel === 'email' ? email : number).trim();

/** Normalizes digits of other scripts and removes the separators between them. */
const plainNumber = (text: string) => text.normalize('NFKC').replace(/[\s().\u2010-\u2015-]/g, '');

export const isEntry = (kept: unknown): kept is AccountEntry =>
  typeof kept === 'object' &&
  kept !== null &&
  'channel' in kept &&
  (kept.channel === 'email' || kept.channel === 'mobile') &&
  'email' in kept &&
  typeof kept.email === 'string' &&
  'number' in kept &&
  typeof kept.number === 'string';

/** Returns the account, or undefined while the input cannot be one. A number with a plus carries its own dial code. */
export function accountOf({ channel, email, number }: AccountEntry, dial: string): WireAccount | undefined {
  if (channel === 'email') return soundOrNothing({ user_string: email.trim(), type: 'email' });
  const plain = plainNumber(number);
  if (plain.startsWith('+')) return soundOrNothing({ user_string: plain.slice(1), type: 'mobile' });
  return soundOrNothing({ user_string: plain, type: 'mobile', area_code: dial });
}

/** Returns the account if it satisfies the server's own rule. */
const soundOrNothing = (account: WireAccount): WireAccount | undefined =>
  canonicalNewAccount(account.user_string, account.type, account.area_code).ok ? account : undefined;

/**
 * Adds the area code that a registration always has (spec 7): 86 with the id 1 until another country is picked, which
 * has no id. A number that carries its own dial code has none beside it.
 */
export function withAreaCode(account: WireAccount, dial: string): WireAccount & { readonly area_code_id?: string } {
  if (account.type === 'mobile' && account.area_code === undefined) return account;
  const area_code = account.area_code ?? dial;
  return { ...account, area_code, ...(area_code === MAINLAND && { area_code_id: '1' }) };
}

/** Formats an account for display: `+49 1701234567`. */
export const accountText = ({ user_string, type, area_code }: WireAccount): string =>
  type === 'email' ? user_string : [`+${area_code ?? ''}`, user_string].join(area_code === undefined ? '' : ' ');

/** Returns one key per account, for what is stored about it while the page is open. */
export const accountKey = ({ user_string, type, area_code = '' }: WireAccount): string =>
  `${type}:${area_code}:${user_string.toLowerCase()}`;
