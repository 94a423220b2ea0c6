import { getSetting } from '@app/protocol/reference';
import { call } from './call.ts';
import { storage } from './storage.ts';

/** Where support is reached (spec 3: `kefu`), kept so that it is known when the servers are not. */
export async function fetchSupport(): Promise<void> {
  storage.write('kefu', (await call(getSetting, { keyword: 'kefu' })).value);
}
