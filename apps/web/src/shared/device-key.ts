import { storage } from './storage.ts';

const KEY = /^[\w-]{43}$/;

/** 256 random bits this device keeps, so that its next login is no new device. It proves nothing and opens nothing. */
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
