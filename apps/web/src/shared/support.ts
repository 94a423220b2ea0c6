import { getSetting } from '@app/protocol/reference';
import { call } from './call.ts';
import { storage } from './storage.ts';

/** Where support is reached (spec 3: `kefu`), kept so that it is known when the servers are not. */
export async function fetchSupport(): Promise<string> {
  const { value } = await call(getSetting, { keyword: 'kefu' });
  storage.write('kefu', value);
  return value;
}

/** What the last answer said; nothing on a device that has never had one. */
export function keptSupport(): string | undefined {
  const kept = storage.read('kefu');
  return typeof kept === 'string' ? kept : undefined;
}
