import { hash } from 'node:crypto';
import { passkeyText } from '@app/domain/staff';
import type { Input, Output } from '@app/protocol';
import type { addStaffPasskey, startStaffPasskey } from '@app/protocol/staff';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { now } from '../../../platform/db/clock.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import {
  CEREMONY_SECONDS,
  creationOptions,
  makeLoginChallenge,
  readCredential,
  readLoginChallenge,
  requestOptions,
  STAFF_ALGORITHMS,
  useLoginChallenge,
  verifyCreated,
} from '../../auth/index.ts';
import { countTry } from '../session/count-try.ts';
import type { StaffCaller } from '../session/serve-staff.ts';
import type { StaffDeps } from '../staff-deps.ts';
import { insertPasskey, listAccounts, listPasskeys, recordUse } from './account.store.ts';
import { proveCode, verifySignature } from './prove-factor.ts';

/** Returns the browser's options for creating a passkey. A code is required: a stolen session cannot add one. */
export async function startPasskey(
  deps: StaffDeps,
  { staffId }: StaffCaller,
  { code }: Input<typeof startStaffPasskey>,
): Promise<Output<typeof startStaffPasskey>> {
  await countTry(deps, `passkey:${staffId}`);
  const { take } = await proveCode(deps, staffId, code);
  await deps.transact(take);
  const account = (await listAccounts(deps.db)).find(({ id }) => id === staffId) ?? refuseWith('session_invalid');
  const known = await listPasskeys(deps.db, staffId);
  const challenge = makeLoginChallenge(deps.keys, await now(deps.db));
  const user = { id: staffId, account: account.email };
  const options = await creationOptions(deps, user, known, challenge, STAFF_ALGORITHMS);
  return { options: JSON.stringify(options) };
}

/**
 * Stores the passkey that the browser created. From then on it signs the staff member's changes. Whoever has a passkey
 * already proves the new one with it: without the proof, the answer is what the browser needs to give it.
 */
export async function addPasskey(
  deps: StaffDeps,
  { staffId, tokenHash }: StaffCaller,
  { credential: text, name, proof }: Input<typeof addStaffPasskey>,
): Promise<Output<typeof addStaffPasskey>> {
  const { credential, challenge } = readCredential(text);
  const madeAt = readLoginChallenge(deps.keys, challenge) ?? refuseWith('passkey_failed');
  const response = credential as unknown as RegistrationResponseJSON; // The library validates it.
  const made =
    (await verifyCreated(deps, response, challenge, STAFF_ALGORITHMS).catch(() => undefined)) ??
    refuseWith('passkey_failed');
  const { credentialId, publicKey, counter } = made;
  const signed = hash('sha256', passkeyText(staffId, hash('sha256', publicKey)), 'buffer');
  const known = await listPasskeys(deps.db, staffId);
  if (known.length > 0 && proof === undefined)
    return { id: null, options: JSON.stringify(await requestOptions(deps, known, signed)) };
  const shown = { staffId, text: proof ?? '', challenge: signed.toString('base64url') };
  const by = known.length > 0 ? await verifySignature(deps, shown) : undefined;
  return await deps.transact(async (tx) => {
    if (!(await useLoginChallenge(tx, { challenge, madeAt, lifetimeSeconds: CEREMONY_SECONDS })))
      return refuseWith('passkey_failed');
    if (by !== undefined && !(await recordUse(tx, by.id, by.counter))) return refuseWith('passkey_failed');
    const row = { credentialId, publicKey, counter, name, byPasskey: by?.id, proof };
    const id = (await insertPasskey(tx, tokenHash, row)) ?? refuseWith('passkey_failed');
    return { id, options: '' };
  });
}
