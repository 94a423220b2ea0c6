import type { AttemptLimit } from '@app/domain/auth';
import type { Setting } from '@app/domain/reference';
import { refuseWith } from '../../../platform/accept.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { removeAttempts } from '../code/attempt.store.ts';
import { secondsLeft, takeTry } from './tries.store.ts';

/** Which secret is guessed at, and how often that may happen. */
export type Guessed = { readonly key: string; readonly limit: Setting<AttemptLimit> };

type Deps = Pick<AuthDeps, 'transact' | 'settings'>;

/** Counts a guess, committed, before it is compared: however many arrive at once, no more than allowed are compared. */
export async function countTry({ transact, settings }: Deps, { key, limit }: Guessed): Promise<void> {
  const { value } = await settings.read(limit);
  const seconds = await transact(async (tx) => ((await takeTry(tx, key, value)) ? undefined : secondsLeft(tx, key)));
  if (seconds !== undefined) refuseWith('too_many_requests', { seconds: `${seconds}` });
}

/** What was right was no guess. */
export const giveTryBack = ({ transact }: Deps, { key }: Guessed): Promise<void> =>
  transact((tx) => removeAttempts(tx, [key]));
