import { assert } from './assert.ts';

/**
 * Makes a UUIDv7: its first 48 bits are its time, so it sorts by age and shows how old it is. The caller provides the
 * randomness.
 */
export function uuidV7(nowMs: number, random: Uint8Array): string {
  assert(random.length >= 10, 'ten random bytes are given');
  const digits = [...random.subarray(0, 10)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const time = nowMs.toString(16).padStart(12, '0');
  const variant = '89ab'[(random[9] ?? 0) & 3];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(0, 3)}-${variant}${digits.slice(3, 6)}-${digits.slice(6, 18)}`;
}

/** Returns a UUIDv7's creation time, by its maker's clock. */
export const timeOfUuid = (uuid: string): number => Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
