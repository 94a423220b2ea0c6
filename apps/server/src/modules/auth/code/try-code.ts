import { authSettings, checkCode } from '@app/domain/auth';
import { accept, refuseWith } from '../../../platform/accept.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { hashCode, isSameHash } from '../secrets.ts';
import * as store from './code.store.ts';

/** `account` may also name what else a code was made for, such as a challenge. */
export type CodeTry = { readonly account: string; readonly purpose: string; readonly code: string };

/**
 * Compares a code and answers its id, with which the effect's own transaction takes it. The try is committed first:
 * however many arrive at once, and whatever happens to them, no more than the allowed number is compared.
 */
export async function tryCode(
  { transact, settings, keys }: Pick<AuthDeps, 'transact' | 'settings' | 'keys'>,
  { account, purpose, code }: CodeTry,
): Promise<bigint> {
  const { value: triesMax } = await settings.read(authSettings.codeTries);
  const row = await transact((tx) => store.addTry(tx, account, purpose));
  const stored = row && { isUsed: row.is_used, hasExpired: row.has_expired, tries: row.tries };
  accept(checkCode(stored, triesMax));
  const isRight = row !== undefined && isSameHash(row.code_hash, hashCode(keys, code, { account, purpose }));
  return isRight ? row.id : refuseWith('code_wrong');
}
