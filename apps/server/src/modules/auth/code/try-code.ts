import type { Decision } from '@app/base';
import { authSettings, checkCode } from '@app/domain/auth';
import type { Tx } from '../../../platform/db/database.ts';
import { accept, refuseWith } from '../../../platform/http/accept.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { hashCode, isSameHash } from '../secrets.ts';
import { removeAttempts } from './attempt.store.ts';
import * as store from './code.store.ts';
import { countInTurn, readLimits } from './count-attempt.ts';

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

/** User whose session guesses; a visitor's guesses are counted by account and address instead. */
type Guesser = bigint | 'visitor';

type Count = (tx: Tx) => Promise<Decision<true, 'too_many_requests'>>;

const limitsOf = (guesser: Guesser) =>
  guesser === 'visitor'
    ? []
    : [
        { key: `guess:hour:user:${guesser}`, limit: authSettings.codeGuessesHour },
        { key: `guess:day:user:${guesser}`, limit: authSettings.codeGuessesDay },
      ];

/**
 * Counts a guess at a code, of any kind and on any route: new challenges and new codes do not allow more guesses. The
 * returned function runs in the transaction that counts the try.
 */
async function prepareGuess({ settings }: Pick<AuthDeps, 'settings'>, guesser: Guesser): Promise<Count> {
  const counters = await readLimits(settings, limitsOf(guesser));
  return (tx) => countInTurn(tx, counters);
}

/** Uncounts a right code, which was no guess. */
const giveGuessBack = (tx: Tx, guesser: Guesser): Promise<void> =>
  removeAttempts(
    tx,
    limitsOf(guesser).map(({ key }) => key),
  );
