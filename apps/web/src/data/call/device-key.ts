import { storage } from '../../lib/storage.ts';

const KEY = /^[\w-]{43}$/;

/**
 * Returns 256 random bits stored on this device, so that its next login does not count as a new device. They prove
 * nothing and grant no access.
 */
export function deviceKey(): string {
  const kept = storage.read('device');
  if (typeof kept === 'string' && KEY.test(kept)) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const made = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
  storage.write('device', made);
  return made;
}
