import type { Decision } from '@app/base';
import { authSettings } from '@app/domain/auth';
import type { Tx } from '../../../platform/database.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { removeAttempts } from './attempt.store.ts';
import { countInTurn, readLimits } from './count-attempt.ts';

/** User whose session guesses; a visitor's guesses are counted by account and address instead. */
export type Guesser = bigint | 'visitor';

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
export async function prepareGuess({ settings }: Pick<AuthDeps, 'settings'>, guesser: Guesser): Promise<Count> {
  const counters = await readLimits(settings, limitsOf(guesser));
  return (tx) => countInTurn(tx, counters);
}

/** Uncounts a right code, which was no guess. */
export const giveGuessBack = (tx: Tx, guesser: Guesser): Promise<void> =>
  removeAttempts(
    tx,
    limitsOf(guesser).map(({ key }) => key),
  );
