import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Tx } from '../../../platform/db/database.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import {
  CEREMONY_SECONDS,
  readCredential,
  readLoginChallenge,
  stepOf,
  useLoginChallenge,
  verifyShown,
} from '../../auth/index.ts';
import type { StaffDeps } from '../staff-deps.ts';
import { findAuthenticator, listPasskeys, recordUse, takeStep } from './account.store.ts';

/** Proof of a second factor; `take` uses it up in the transaction of what it proves. */
export type ProvenFactor = { readonly factor: 'passkey' | 'authenticator'; readonly take: (tx: Tx) => Promise<void> };

/** Name under which a key of an authenticator is sealed: it cannot be opened in another account's row. */
export const sealedFor = (staffId: bigint): string => `staff:${staffId}`;

/** Proves a code of the staff member's authenticator. */
export async function proveCode({ db, keys }: StaffDeps, staffId: bigint, code: string): Promise<ProvenFactor> {
  const row = await findAuthenticator(db, staffId);
  if (row === undefined) return refuseWith('google_code_wrong');
  const key = keys.open('authenticator', { keyId: row.key_id, sealed: row.sealed }, sealedFor(staffId)).toString();
  const step = stepOf(key, code, row.now);
  if (step === undefined) return refuseWith('google_code_wrong');
  const take = async (tx: Tx) => {
    if (!(await takeStep(tx, staffId, step))) refuseWith('google_code_wrong');
  };
  return { factor: 'authenticator', take };
}

/** Proves a passkey by a challenge of ours that was not answered before. */
export async function provePasskeyLogin(deps: StaffDeps, staffId: bigint, text: string): Promise<ProvenFactor> {
  const { challenge } = readCredential(text);
  const madeAt = readLoginChallenge(deps.keys, challenge) ?? refuseWith('passkey_failed');
  const { id, counter } = await verifySignature(deps, { staffId, text, challenge });
  const take = async (tx: Tx) => {
    const isFirst = await useLoginChallenge(tx, { challenge, madeAt, lifetimeSeconds: CEREMONY_SECONDS });
    if (!isFirst || !(await recordUse(tx, id, counter))) refuseWith('passkey_failed');
  };
  return { factor: 'passkey', take };
}

type Signed = { readonly staffId: bigint; readonly text: string; readonly challenge: string };

/** Verifies that one of the staff member's passkeys signed a challenge. */
export async function verifySignature(
  deps: StaffDeps,
  { staffId, text, challenge }: Signed,
): Promise<{ readonly id: bigint; readonly counter: number }> {
  const answer = readCredential(text);
  const passkey = (await listPasskeys(deps.db, staffId)).find((it) => it.credential_id === answer.credential.id);
  if (passkey === undefined) return refuseWith('passkey_failed');
  const response = answer.credential as unknown as AuthenticationResponseJSON; // The library validates it.
  const counter = await verifyShown(deps, passkey, { response, challenge }).catch(() => undefined);
  return counter === undefined ? refuseWith('passkey_failed') : { id: passkey.id, counter };
}
