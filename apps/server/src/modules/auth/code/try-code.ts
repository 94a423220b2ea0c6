import { authSettings, checkCode } from '@app/domain/auth';
import { accept, refuseWith } from '../../../platform/accept.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { hashCode, isSameHash } from '../secrets.ts';
import * as store from './code.store.ts';
import { type Guesser, giveGuessBack, prepareGuess } from './count-guess.ts';

/** `account` may also name another object the code was issued for, such as a challenge. */
export type CodeTry = { readonly account: string; readonly purpose: string; readonly code: string };

type Deps = Pick<AuthDeps, 'transact' | 'settings' | 'keys'>;

/**
 * Compares a code and returns its id, with which the effect's transaction consumes it. The try is committed first:
 * however many arrive at once, and whatever happens to them, no more than the allowed number is compared.
 */
export async function tryCode(deps: Deps, { account, purpose, code }: CodeTry, guesser: Guesser): Promise<bigint> {
  const { value: triesMax } = await deps.settings.read(authSettings.codeTries);
  const row = await countTry(deps, { account, purpose }, guesser);
  const stored = row && { isUsed: row.is_used, hasExpired: row.has_expired, tries: row.tries };
  accept(checkCode(stored, triesMax));
  const isRight = row !== undefined && isSameHash(row.code_hash, hashCode(deps.keys, code, { account, purpose }));
  if (!isRight) return refuseWith('code_wrong');
  if (guesser !== 'visitor') await deps.transact((tx) => giveGuessBack(tx, guesser));
  return row.id;
}

/** Counts a try. A guess over its limit is not compared: it costs the code no try, and its own count is rolled back. */
async function countTry(deps: Deps, { account, purpose }: Omit<CodeTry, 'code'>, guesser: Guesser) {
  const countGuess = await prepareGuess(deps, guesser);
  return await deps.transact(async (tx) => {
    accept(await countGuess(tx));
    return await store.addTry(tx, account, purpose);
  });
}
