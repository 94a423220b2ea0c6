import { isOlder } from '@app/domain/reference';
import { getSetting } from '@app/protocol/reference';
import { call } from '../call/call.ts';
import { useServers } from './servers.ts';

/** Loads the servers' state, after the first paint and on request of the user; without a response nothing changes. */
export async function checkServerStatus(): Promise<void> {
  const [oldest, closed] = await Promise.all([
    call(getSetting, { keyword: 'app_version' }),
    call(getSetting, { keyword: 'maintenance' }),
  ]);
  const isOutdated = isOlder(import.meta.env.APP_VERSION, oldest.value);
  useServers.setState({ state: isOutdated ? 'outdated' : closed.value === '' ? 'open' : 'maintenance' });
}
