import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { refuseWith } from '../../../platform/accept.ts';
import type { Tx } from '../../../platform/database.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { findByCredential, recordUse } from './passkey.store.ts';
import { type Ceremony, takeChallenge } from './passkey-challenge.store.ts';
import { type ReadCredential, readCredential } from './read-credential.ts';
import { handleOf, verifyShown } from './webauthn.ts';

export type ShownPasskey = { readonly id: bigint; readonly userId: bigint; readonly counter: number };

type Deps = Pick<AuthDeps, 'transact' | 'publicUrl'>;

/**
 * Checks a signature over a challenge of ours. The challenge is used up first, for good: an answer that was wrong, or
 * seen by somebody, is worth nothing a second time.
 */
export async function provePasskey(
  deps: Deps,
  { credential: text, ...ceremony }: Exclude<Ceremony, { purpose: 'add' }> & { readonly credential: string },
): Promise<ShownPasskey> {
  const answer = readCredential(text);
  if (!(await deps.transact((tx) => takeChallenge(tx, ceremony, answer.challenge))))
    return refuseWith('passkey_failed');
  const passkey = await findOwned(deps, ceremony, answer);
  const response = answer.credential as unknown as AuthenticationResponseJSON; // The library checks what it reads.
  const counter = await verifyShown(deps, passkey, { response, challenge: answer.challenge }).catch(() => undefined);
  return counter === undefined ? refuseWith('passkey_failed') : { id: passkey.id, userId: passkey.user_id, counter };
}

/** The passkey's own row, where it is the one of the person who was asked, or says itself whose it is. */
async function findOwned({ transact }: Deps, ceremony: Ceremony, { credential }: ReadCredential) {
  const passkey = await transact((tx) => findByCredential(tx, credential.id));
  if (passkey === undefined) return refuseWith('passkey_failed');
  const isOwned =
    'userId' in ceremony
      ? passkey.user_id === ceremony.userId
      : credential.response.userHandle === handleOf(passkey.user_id);
  return isOwned ? passkey : refuseWith('passkey_failed');
}

/** Writes its counter down, in the transaction of what it was shown for. */
export async function takePasskey(tx: Tx, { id, counter }: ShownPasskey): Promise<void> {
  if (!(await recordUse(tx, id, counter))) refuseWith('passkey_failed');
}
