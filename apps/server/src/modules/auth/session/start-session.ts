import type { Book } from '@app/domain/ledger';
import { refuseWith } from '../../../platform/accept.ts';
import type { Tx } from '../../../platform/database.ts';
import type { NextId } from '../../../platform/writer.ts';
import { isFrozenNow } from '../account/user.store.ts';
import { hashToken, makeToken } from '../secrets.ts';
import { findOrAddDevice, hasOtherDevice } from './device.store.ts';
import { type Ended, insertSession } from './session.store.ts';
import { insertToken } from './token.store.ts';

type Start = {
  readonly userId: bigint;
  readonly book: Book;
  readonly ip: string;
  readonly userAgent: string;
  /** What the browser keeps to be recognised by; without one every login is a new device. */
  readonly deviceKey?: string | undefined;
  /** The session this one follows: no password was given again, and it is the same device. */
  readonly follows?: Ended;
};

/** `isNewDevice`: the owner should hear of it. A user's first device is no news. */
export type Started = { readonly token: string; readonly isNewDevice: boolean };

/**
 * Makes a session and answers its token, which is known nowhere else from then on. The user's row is held meanwhile: a
 * freeze comes either before, and is heeded, or after, and finds the session to end it.
 */
export async function startSession(tx: Tx, { nextId }: { nextId: NextId }, start: Start): Promise<Started> {
  const { userId, book, ip, userAgent, follows } = start;
  if (await isFrozenNow(tx, userId)) return refuseWith('account_frozen');
  const token = makeToken();
  const device = follows ? { id: follows.device_id, isNew: false } : await recogniseDevice(tx, nextId, start);
  const id = nextId();
  await insertSession(tx, { id, userId, deviceId: device.id, book, ip, userAgent }, follows?.signed_in_at);
  await insertToken(tx, hashToken(token), id);
  return { token, isNewDevice: device.isNew };
}

async function recogniseDevice(tx: Tx, nextId: NextId, { userId, userAgent, deviceKey }: Start) {
  const keyHash = hashToken(deviceKey ?? makeToken());
  const { id, isAdded } = await findOrAddDevice(tx, { id: nextId(), userId, keyHash, userAgent });
  return { id, isNew: isAdded && (await hasOtherDevice(tx, userId, id)) };
}
