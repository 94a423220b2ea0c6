import { refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { listPasskeys } from '../factor/passkey.store.ts';
import { insertChallenge } from '../factor/passkey-challenge.store.ts';
import { CEREMONY_SECONDS, requestOptions } from '../factor/webauthn.ts';
import { findChallenge } from './open-challenge.ts';

/** Returns the browser's options to prove a challenge with one of the caller's passkeys. */
export async function startStepUpPasskey(
  deps: Pick<AuthDeps, 'transact' | 'publicUrl'>,
  { userId, sessionId }: Caller,
  stepUpId: bigint,
): Promise<{ options: string }> {
  const known = await deps.transact(async (tx) => {
    await findChallenge(tx, { id: stepUpId, userId, sessionId });
    return await listPasskeys(tx, userId);
  });
  if (known.length === 0) return refuseWith('not_found');
  const options = await requestOptions(deps, known);
  const ceremony = { challenge: options.challenge, lifetimeSeconds: CEREMONY_SECONDS };
  await deps.transact((tx) => insertChallenge(tx, { purpose: 'step_up', userId, stepUpId }, ceremony));
  return { options: JSON.stringify(options) };
}
