import { watchForUpdates } from '../shared/app-update.ts';
import { fetchFiatRates } from '../shared/fiat-rates.ts';
import { lookAtServers } from '../shared/look-at-servers.ts';

/** What the app does once it is seen; none of it must succeed. */
export function launch(): void {
  for (const begin of [lookAtServers, fetchFiatRates, watchForUpdates]) void begin().catch(() => undefined);
}
