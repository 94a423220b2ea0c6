import { randomBytes } from 'node:crypto';
import type { KeyRing } from '../../../platform/process/key-ring.ts';
import { isSameHash } from '../secrets.ts';

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 10;
const PAYLOAD_BYTES = RANDOM_BYTES + TIME_BYTES;

/**
 * Creates the challenge a passkey signs to log in: random bytes, the creation time, and our MAC over both. Any visitor
 * may request one, so nothing is stored until a passkey has signed it.
 */
export function makeLoginChallenge(keys: KeyRing, now: Date): Buffer {
  const payload = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(TIME_BYTES)]);
  payload.writeUIntBE(now.getTime(), RANDOM_BYTES, TIME_BYTES);
  return Buffer.concat([payload, markOf(keys, payload)]);
}

/**
 * Returns the creation time of one of our challenges; undefined for any other, or for another encoding of one, because
 * single use is enforced on the exact text.
 */
export function readLoginChallenge(keys: KeyRing, text: string): Date | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== PAYLOAD_BYTES + MAC_BYTES || bytes.toString('base64url') !== text) return undefined;
  const payload = bytes.subarray(0, PAYLOAD_BYTES);
  const mark = bytes.subarray(PAYLOAD_BYTES);
  return isSameHash(mark, markOf(keys, payload)) ? new Date(payload.readUIntBE(RANDOM_BYTES, TIME_BYTES)) : undefined;
}

const markOf = (keys: KeyRing, payload: Buffer) =>
  keys.mac('passkey', payload.toString('base64url')).subarray(0, MAC_BYTES);
