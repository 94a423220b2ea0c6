import { expectDefined } from '@app/base';
import { authSettings, checkAttempts } from '@app/domain/auth';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import { accept, refuseWith } from '../../../platform/http/accept.ts';
import type { Sealed } from '../../../platform/process/key-ring.ts';
import { findUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { addAttempt } from '../code/attempt.store.ts';
import { securityMail } from '../code/mails.ts';
import { type AuthenticatorRow, findAuthenticator, type PendingStep, useStep } from './authenticator.store.ts';
import { countTry, type Guessed, giveTryBack } from './count-try.ts';
import { stepOf } from './totp.ts';

type Deps = Pick<AuthDeps, 'transact' | 'settings' | 'keys' | 'nextId' | 'publicUrl'>;

/** Seals a key for one user; it cannot be opened in another user's row. */
export const sealKey = ({ keys }: Pick<AuthDeps, 'keys'>, userId: bigint, key: string): Sealed =>
  keys.seal('authenticator', Buffer.from(key), `user:${userId}`);

export const openKey = ({ keys }: Pick<AuthDeps, 'keys'>, userId: bigint, row: AuthenticatorRow): string =>
  keys.open('authenticator', { keyId: row.key_id, sealed: row.sealed }, `user:${userId}`).toString();

/** Returns whether an authenticator is bound; a pending one does not count. */
export async function hasAuthenticator(tx: Reader, userId: bigint): Promise<boolean> {
  return ((await findAuthenticator(tx, userId))?.bound_at ?? null) !== null;
}

/**
 * Compares a code with the bound authenticator and returns its step, with which the effect's transaction consumes it.
 * The try is counted first; a used step is as wrong as any other code.
 */
export const proveGoogleCode = async (deps: Deps, userId: bigint, code: string): Promise<bigint> =>
  (await compare(deps, { userId, code, isMeant: ({ bound_at }) => bound_at !== null })).step;

/** Does the same for a pending key, and also returns the key. */
export const provePendingCode = (deps: Deps, userId: bigint, code: string): Promise<PendingStep> =>
  compare(deps, { userId, code, isMeant: ({ bound_at }) => bound_at === null });

/** Consumes a step. Of concurrent callers, one succeeds; the others are refused. */
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
  // Also for a used code: sending a code twice is no guess.
  await giveTryBack(deps, guessed);
  await giveTryBack(deps, day);
  return step > row.last_step ? { step, sealed: row.sealed } : refuseWith('google_code_wrong');
}

/** Counts a guess against the daily limit, and returns whether it is the last one that is compared. */
async function countOfDay({ transact, settings }: Deps, { key, limit }: Guessed): Promise<boolean> {
  const { value } = await settings.read(limit);
  const { count, seconds_left: secondsLeft } = await transact((tx) => addAttempt(tx, { key, seconds: value.seconds }));
  accept(checkAttempts([{ count, secondsLeft, limit: value }])); // After the commit: refusing inside would roll back the count.
  return count === value.count;
}

/** Notifies the owner of a lock: a caller guessing authenticator codes already has the password. */
async function notifyLocked(deps: Deps, userId: bigint): Promise<void> {
  await deps.transact(async (tx) => {
    const owner = expectDefined(await findUser(tx, userId), 'the owner of an authenticator');
    await securityMail(tx, deps, owner, 'security_authenticator_locked');
  });
}
