import { watchForUpdates } from '../shared/app-update.ts';
import { fetchFiatRates } from '../shared/fiat-rates.ts';
import { lookAtServers } from '../shared/look-at-servers.ts';
import { fetchSupport } from '../shared/support.ts';

/** What the app does once it is seen; none of it must succeed. */
export function launch(): void {
  const tasks = [lookAtServers, fetchFiatRates, fetchSupport, watchForUpdates];
  for (const begin of tasks) void begin().catch(() => undefined);
}
