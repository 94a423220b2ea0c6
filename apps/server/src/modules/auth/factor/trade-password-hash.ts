import type { AuthDeps } from '../auth-deps.ts';

type Deps = Pick<AuthDeps, 'keys' | 'passwords'>;

const ownerOf = (userId: bigint) => `user:${userId}`;

/**
 * Seals the hash of a trade password: six digits can be found by brute force, however slow the hash, so a copy of the
 * database must not contain it.
 */
export async function sealTradePassword({ keys, passwords }: Deps, userId: bigint, digits: string): Promise<string> {
  const hash = await passwords.hash(digits);
  const { keyId, sealed } = keys.seal('trade_password', Buffer.from(hash), ownerOf(userId));
  return `${keyId}:${sealed.toString('base64url')}`;
}

export async function isTradePassword({ keys, passwords }: Deps, userId: bigint, kept: Kept): Promise<boolean> {
  const [keyId = '', text = ''] = kept.sealed.split(':');
  const hash = keys.open('trade_password', { keyId, sealed: Buffer.from(text, 'base64url') }, ownerOf(userId));
  return await passwords.matches(kept.digits, hash.toString());
}

type Kept = { readonly sealed: string; readonly digits: string };
