import { type Account, checkPassword } from '@app/domain/auth';
import type { Input, Output } from '@app/protocol';
import type { enrol as enrolRoute, startEnrolment as startRoute } from '@app/protocol/staff';
import { accept, refuseWith } from '../../../platform/http/accept.ts';
import type { Sealed } from '../../../platform/process/key-ring.ts';
import { authenticatorUri, hashToken, makeAuthenticatorKey, stepOf } from '../../auth/index.ts';
import { refusing } from '../refuse-staff.ts';
import { countTry } from '../session/count-try.ts';
import type { StaffDeps } from '../staff-deps.ts';
import { enrolStaff, findInvited, type StaffRow } from './account.store.ts';
import { sealedFor } from './prove-factor.ts';

const KEY_CHARACTERS = 32;

/** Returns a key for the authenticator of whoever holds the invitation. Nothing is stored until its first code is right. */
export async function startEnrolment(
  deps: StaffDeps,
  { invite }: Input<typeof startRoute>,
  ip: string,
): Promise<Output<typeof startRoute>> {
  await countTry(deps, `enrol:address:${ip}`);
  const { id, email, name } = await findHolder(deps, invite);
  const key = makeAuthenticatorKey(KEY_CHARACTERS);
  const sealed = packSealed(deps.keys.seal('authenticator', Buffer.from(key), sealedFor(id)));
  return { email, name, key, uri: authenticatorUri(email, key), sealed };
}

/** Uses the invitation: password and authenticator are set together. */
export async function enrol(
  deps: StaffDeps,
  { invite, password, sealed, code }: Input<typeof enrolRoute>,
  ip: string,
): Promise<Record<never, never>> {
  await countTry(deps, `enrol:address:${ip}`);
  const { id, email } = await findHolder(deps, invite);
  accept(checkPassword({ password, again: password, account: email as Account }, PASSWORD_LENGTH_MIN)); // As it was stored.
  const key = unpackSealed(sealed) ?? refuseWith('google_code_wrong');
  const secret = openSealed(deps, key, id);
  const step = stepOf(secret, code, Date.now() / 1_000) ?? refuseWith('google_code_wrong');
  const passwordHash = await deps.passwords.hash(password);
  const enrolment = { inviteHash: hashToken(invite), passwordHash, key, step };
  await refusing(deps.transact((tx) => enrolStaff(tx, enrolment)));
  return {};
}

/** Staff passwords are longer than those of users. */
const PASSWORD_LENGTH_MIN = 12;

const findHolder = async ({ db }: StaffDeps, invite: string): Promise<StaffRow> =>
  (await findInvited(db, hashToken(invite))) ?? refuseWith('invite_invalid');

const packSealed = ({ keyId, sealed }: Sealed): string => `${keyId}:${sealed.toString('base64url')}`;

function unpackSealed(text: string): Sealed | undefined {
  const [keyId = '', sealed = ''] = text.split(':');
  return /^[a-z0-9]{1,16}$/.test(keyId) && /^[\w-]{40,}$/.test(sealed)
    ? { keyId, sealed: Buffer.from(sealed, 'base64url') }
    : undefined;
}

function openSealed({ keys }: StaffDeps, key: Sealed, staffId: bigint): string {
  try {
    return keys.open('authenticator', key, sealedFor(staffId)).toString();
  } catch {
    return refuseWith('google_code_wrong');
  }
}
