import type { Mode } from '@app/domain/ledger';
import type { Tx } from '../../../platform/db/database.ts';
import type { NextId } from '../../../platform/db/writer.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import { isFrozenNow } from '../account/user.store.ts';
import { hashToken, makeToken } from '../secrets.ts';
import { findOrAddDevice, hasOtherDevice } from './device.store.ts';
import { type Ended, insertSession } from './session.store.ts';
import { insertToken } from './token.store.ts';

type Start = {
  readonly userId: bigint;
  readonly mode: Mode;
  readonly ip: string;
  readonly userAgent: string;
  /** Key the browser stores to be recognised; without one every login is a new device. */
  readonly deviceKey?: string | undefined;
  /** Session that this one replaces: no password was entered again, and the device is the same. */
  readonly follows?: Ended;
};

/** `isNewDevice`: the owner should be notified. A user's first device does not count as new. */
export type Started = { readonly token: string; readonly isNewDevice: boolean };

/**
 * Creates a session and returns its token, which is stored nowhere else. The user's row is locked meanwhile: a freeze
 * either commits before, and is respected, or after, and finds the session to end it.
 */
export async function startSession(tx: Tx, { nextId }: { nextId: NextId }, start: Start): Promise<Started> {
  const { userId, mode, ip, userAgent, follows } = start;
  if (await isFrozenNow(tx, userId)) return refuseWith('account_frozen');
  const token = makeToken();
  const device = follows ? { id: follows.device_id, isNew: false } : await recogniseDevice(tx, nextId, start);
  const id = nextId();
  await insertSession(tx, { id, userId, deviceId: device.id, book: mode, ip, userAgent }, follows?.signed_in_at);
  await insertToken(tx, hashToken(token), id);
  return { token, isNewDevice: device.isNew };
}

async function recogniseDevice(tx: Tx, nextId: NextId, { userId, userAgent, deviceKey }: Start) {
  const keyHash = hashToken(deviceKey ?? makeToken());
  const { id, isAdded } = await findOrAddDevice(tx, { id: nextId(), userId, keyHash, userAgent });
  return { id, isNew: isAdded && (await hasOtherDevice(tx, userId, id)) };
}
