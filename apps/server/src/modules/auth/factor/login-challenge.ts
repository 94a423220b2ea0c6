import { randomBytes } from 'node:crypto';
import type { KeyRing } from '../../../platform/key-ring.ts';
import { isSameHash } from '../secrets.ts';

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 10;
const SAID_BYTES = RANDOM_BYTES + TIME_BYTES;

/**
 * What a passkey signs to log in: random bytes, when they were made, and our mark on both. Anybody may ask for one, so
 * nothing is written until a passkey has signed it.
 */
export function makeLoginChallenge(keys: KeyRing, now: Date): Buffer {
  const said = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(TIME_BYTES)]);
  said.writeUIntBE(now.getTime(), RANDOM_BYTES, TIME_BYTES);
  return Buffer.concat([said, markOf(keys, said)]);
}

/** When one of ours was made, and nothing for any other, or for another spelling of one: it is used once as it is written. */
export function readLoginChallenge(keys: KeyRing, text: string): Date | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== SAID_BYTES + MAC_BYTES || bytes.toString('base64url') !== text) return undefined;
  const said = bytes.subarray(0, SAID_BYTES);
  const mark = bytes.subarray(SAID_BYTES);
  return isSameHash(mark, markOf(keys, said)) ? new Date(said.readUIntBE(RANDOM_BYTES, TIME_BYTES)) : undefined;
}

const markOf = (keys: KeyRing, said: Buffer) => keys.mac('passkey', said.toString('base64url')).subarray(0, MAC_BYTES);
