import type { AttemptLimit } from '@app/domain/auth';
import type { Setting } from '@app/domain/reference';
import { refuseWith } from '../../../platform/accept.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { removeAttempts } from '../code/attempt.store.ts';
import { secondsLeft, takeTry } from './tries.store.ts';

/** Secret that is guessed, with its limit. */
export type Guessed = { readonly key: string; readonly limit: Setting<AttemptLimit> };

type Deps = Pick<AuthDeps, 'transact' | 'settings'>;

/** Counts and commits a guess before it is compared: however many arrive at once, no more than allowed are compared. */
export async function countTry({ transact, settings }: Deps, { key, limit }: Guessed): Promise<void> {
  const { value } = await settings.read(limit);
  const seconds = await transact(async (tx) => ((await takeTry(tx, key, value)) ? undefined : secondsLeft(tx, key)));
  if (seconds !== undefined) refuseWith('too_many_requests', { seconds: `${seconds}` });
}

/** Uncounts a right guess. */
export const giveTryBack = ({ transact }: Deps, { key }: Guessed): Promise<void> =>
  transact((tx) => removeAttempts(tx, [key]));
