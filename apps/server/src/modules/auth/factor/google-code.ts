import { expectDefined } from '@app/base';
import { authSettings, checkAttempts } from '@app/domain/auth';
import { accept, refuseWith } from '../../../platform/accept.ts';
import type { Reader, Tx } from '../../../platform/database.ts';
import type { Sealed } from '../../../platform/key-ring.ts';
import { findUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { addAttempt } from '../code/attempt.store.ts';
import { securityMail } from '../code/mails.ts';
import { type AuthenticatorRow, findAuthenticator, type PendingStep, useStep } from './authenticator.store.ts';
import { countTry, type Guessed, giveTryBack } from './count-try.ts';
import { stepOf } from './totp.ts';

type Deps = Pick<AuthDeps, 'transact' | 'settings' | 'keys' | 'nextId' | 'publicUrl'>;

/** Sealed for one user: in another's row it does not open. */
export const sealKey = ({ keys }: Pick<AuthDeps, 'keys'>, userId: bigint, key: string): Sealed =>
  keys.seal('authenticator', Buffer.from(key), `user:${userId}`);

export const openKey = ({ keys }: Pick<AuthDeps, 'keys'>, userId: bigint, row: AuthenticatorRow): string =>
  keys.open('authenticator', { keyId: row.key_id, sealed: row.sealed }, `user:${userId}`).toString();

/** Whether an authenticator is bound; one that is only set up does not count. */
export async function hasAuthenticator(tx: Reader, userId: bigint): Promise<boolean> {
  return ((await findAuthenticator(tx, userId))?.bound_at ?? null) !== null;
}

/**
 * Compares a code with the bound authenticator and answers its step, with which the effect's own transaction takes it.
 * The try is counted first; a step that was used before is as wrong as any other code.
 */
export const proveGoogleCode = async (deps: Deps, userId: bigint, code: string): Promise<bigint> =>
  (await compare(deps, { userId, code, isMeant: ({ bound_at }) => bound_at !== null })).step;

/** The same for a key that waits to be bound, and which key that was. */
export const provePendingCode = (deps: Deps, userId: bigint, code: string): Promise<PendingStep> =>
  compare(deps, { userId, code, isMeant: ({ bound_at }) => bound_at === null });

/** Uses a step up. Of many at once, one gets it; the others were too late. */
export async function takeGoogleStep(tx: Tx, userId: bigint, step: bigint): Promise<void> {
  if (!(await useStep(tx, userId, step))) refuseWith('google_code_wrong');
}

type Comparison = {
  readonly userId: bigint;
  readonly code: string;
  readonly isMeant: (row: AuthenticatorRow) => boolean;
};

async function compare(deps: Deps, { userId, code, isMeant }: Comparison): Promise<PendingStep> {
  const guessed = { key: `authenticator:user:${userId}`, limit: authSettings.authenticatorTries };
  const day = { key: `authenticator:day:user:${userId}`, limit: authSettings.authenticatorTriesDay };
  await countTry(deps, guessed);
  const isLastOfDay = await countOfDay(deps, day);
  const refuseWrong = async () => {
    if (isLastOfDay) await notifyLocked(deps, userId);
    return refuseWith('google_code_wrong');
  };
  const row = await deps.transact((tx) => findAuthenticator(tx, userId));
  if (row === undefined || !isMeant(row)) return await refuseWrong();
  const step = stepOf(openKey(deps, userId, row), code, row.now);
  if (step === undefined) return await refuseWrong();
  // Also for a code that was used before: whoever sends it twice has not guessed.
  await giveTryBack(deps, guessed);
  await giveTryBack(deps, day);
  return step > row.last_step ? { step, sealed: row.sealed } : refuseWith('google_code_wrong');
}

/** Counts a guess of the day, and says whether it is the last one that is compared. */
async function countOfDay({ transact, settings }: Deps, { key, limit }: Guessed): Promise<boolean> {
  const { value } = await settings.read(limit);
  const { count, seconds_left: secondsLeft } = await transact((tx) => addAttempt(tx, { key, seconds: value.seconds }));
  accept(checkAttempts([{ count, secondsLeft, limit: value }])); // After the commit: a refusal inside would take the count back.
  return count === value.count;
}

/** Whoever guesses authenticator codes has the password already: its owner must know. */
async function notifyLocked(deps: Deps, userId: bigint): Promise<void> {
  await deps.transact(async (tx) => {
    const owner = expectDefined(await findUser(tx, userId), 'the owner of an authenticator');
    await securityMail(tx, deps, owner, 'security_authenticator_locked');
  });
}
