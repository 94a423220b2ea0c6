import { getSetting } from '@app/protocol/reference';
import { call } from './call.ts';
import { useServers } from './servers.ts';
import { isOlder } from './version.ts';

/** Asked after the first paint and by the user; no answer changes nothing. */
export async function checkServerStatus(): Promise<void> {
  const [oldest, closed] = await Promise.all([
    call(getSetting, { keyword: 'app_version' }),
    call(getSetting, { keyword: 'maintenance' }),
  ]);
  const isOutdated = isOlder(import.meta.env.APP_VERSION, oldest.value);
  useServers.setState({ state: isOutdated ? 'outdated' : closed.value === '' ? 'open' : 'maintenance' });
}
