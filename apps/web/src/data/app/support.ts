import { getSetting } from '@app/protocol/reference';
import { storage } from '../../lib/storage.ts';
import { call } from '../call/call.ts';

/** Fetches the support address (spec 3: `kefu`) and stores it, so that it is available when the servers are not. */
export async function fetchSupport(): Promise<string> {
  const { value } = await call(getSetting, { keyword: 'kefu' });
  storage.write('kefu', value);
  return value;
}

/** Returns the support address of the last response; undefined on a device that never received one. */
export function keptSupport(): string | undefined {
  const kept = storage.read('kefu');
  return typeof kept === 'string' ? kept : undefined;
}
