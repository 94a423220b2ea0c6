import type { KeyRing } from '../../../platform/key-ring.ts';
import { hashPassword, isPassword } from '../account/password-hash.ts';

const ownerOf = (userId: bigint) => `user:${userId}`;

/** Six digits are found by trying all of them, however slow the hash; so whoever copies the database must not have it. */
export async function sealTradePassword(keys: KeyRing, userId: bigint, digits: string): Promise<string> {
  const { keyId, sealed } = keys.seal('trade_password', Buffer.from(await hashPassword(digits)), ownerOf(userId));
  return `${keyId}:${sealed.toString('base64url')}`;
}

export async function isTradePassword(keys: KeyRing, userId: bigint, kept: Kept): Promise<boolean> {
  const [keyId = '', text = ''] = kept.sealed.split(':');
  const hash = keys.open('trade_password', { keyId, sealed: Buffer.from(text, 'base64url') }, ownerOf(userId));
  return await isPassword(kept.digits, hash.toString());
}

type Kept = { readonly sealed: string; readonly digits: string };
