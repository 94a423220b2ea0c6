import type { Decision } from '@app/base';
import { authSettings } from '@app/domain/auth';
import type { Tx } from '../../../platform/database.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { removeAttempts } from './attempt.store.ts';
import { countInTurn, readLimits } from './count-attempt.ts';

/** The person whose session guesses; a visitor's guesses are counted where their account and address are. */
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
 * Counts a guess at a code, whichever code and wherever it is shown: new challenges and new codes bring no new guesses.
 * What it answers runs in the transaction that counts the try.
 */
export async function prepareGuess({ settings }: Pick<AuthDeps, 'settings'>, guesser: Guesser): Promise<Count> {
  const counters = await readLimits(settings, limitsOf(guesser));
  return (tx) => countInTurn(tx, counters);
}

/** What was right was no guess. */
export const giveGuessBack = (tx: Tx, guesser: Guesser): Promise<void> =>
  removeAttempts(
    tx,
    limitsOf(guesser).map(({ key }) => key),
  );
