import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Tx } from '../../../platform/db/database.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { findByCredential, type PasskeyRow, recordUse } from './passkey.store.ts';
import { type Ceremony, takeChallenge } from './passkey-challenge.store.ts';
import { type ReadCredential, readCredential } from './read-credential.ts';
import { verifyShown } from './webauthn.ts';

export type ShownPasskey = { readonly id: bigint; readonly userId: bigint; readonly counter: number };

type Deps = Pick<AuthDeps, 'transact' | 'publicUrl'>;
type StepUp = Extract<Ceremony, { purpose: 'step_up' }>;

/**
 * Verifies a signature over a challenge issued for one user and action. The challenge is consumed first, for good: a
 * wrong or intercepted answer cannot be used again.
 */
export async function provePasskey(
  deps: Deps,
  { credential, ...ceremony }: StepUp & { readonly credential: string },
): Promise<ShownPasskey> {
  const answer = readCredential(credential);
  if (!(await deps.transact((tx) => takeChallenge(tx, ceremony, answer.challenge))))
    return refuseWith('passkey_failed');
  return await verifyAnswer(deps, answer, ({ user_id }) => user_id === ceremony.userId);
}

/**
 * Verifies a signature by a registered passkey, and its owner. The caller must have checked that the challenge is ours.
 */
export async function verifyAnswer(
  deps: Deps,
  { credential, challenge }: ReadCredential,
  isOwned: (passkey: PasskeyRow) => boolean,
): Promise<ShownPasskey> {
  const passkey = await deps.transact((tx) => findByCredential(tx, credential.id));
  if (passkey === undefined || !isOwned(passkey)) return refuseWith('passkey_failed');
  const response = credential as unknown as AuthenticationResponseJSON; // The library validates it.
  const counter = await verifyShown(deps, passkey, { response, challenge }).catch(() => undefined);
  return counter === undefined ? refuseWith('passkey_failed') : { id: passkey.id, userId: passkey.user_id, counter };
}

/** Records the counter, in the transaction of the effect. */
export async function takePasskey(tx: Tx, { id, counter }: ShownPasskey): Promise<void> {
  if (!(await recordUse(tx, id, counter))) refuseWith('passkey_failed');
}
