import { type Account, authSettings, checkCode } from '@app/domain/auth';
import { accept, refuseWith } from '../../platform/accept.ts';
import type { AuthDeps } from './auth-deps.ts';
import * as store from './code.store.ts';
import { hashCode, isSameHash } from './secrets.ts';

export type CodeTry = { readonly account: Account; readonly purpose: string; readonly code: string };

/**
 * Compares a code and answers its id, with which the effect's own transaction takes it. The try is committed first:
 * however many arrive at once, and whatever happens to them, no more than the allowed number is compared.
 */
export async function tryCode(
  { transact, settings }: Pick<AuthDeps, 'transact' | 'settings'>,
  { account, purpose, code }: CodeTry,
): Promise<bigint> {
  const { value: triesMax } = await settings.read(authSettings.codeTries);
  const row = await transact((tx) => store.addTry(tx, account, purpose));
  const stored = row && { isUsed: row.is_used, hasExpired: row.has_expired, tries: row.tries };
  accept(checkCode(stored, triesMax));
  const isRight = row !== undefined && isSameHash(row.code_hash, hashCode(code, { account, purpose }));
  return isRight ? row.id : refuseWith('code_wrong');
}
