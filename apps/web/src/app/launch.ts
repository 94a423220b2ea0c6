import { watchForUpdates } from '../shared/app-update.ts';
import { checkServerStatus } from '../shared/check-server-status.ts';
import { fetchFiatRates } from '../shared/fiat-rates.ts';
import { useServers } from '../shared/servers.ts';
import { fetchSupport } from '../shared/support.ts';

const quietly = (begin: () => Promise<unknown>) => void begin().catch(() => undefined);

/** What is kept for offline is fetched a second time: not while the first page still waits for its own. */
const SETTLED_MS = 4_000;
/** Twice before a rate is called old. */
const RATES_EVERY_MS = 300_000;

/** What the app does once it is seen; none of it must succeed. A page that comes back, or an answer, asks about the servers again. */
export function launch(): void {
  for (const begin of [checkServerStatus, fetchFiatRates, fetchSupport]) quietly(begin);
  setTimeout(quietly, SETTLED_MS, watchForUpdates);
  setInterval(() => !document.hidden && quietly(fetchFiatRates), RATES_EVERY_MS);
  useServers.subscribe((now, before) => {
    if (now.doubts !== before.doubts) quietly(checkServerStatus);
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) quietly(checkServerStatus);
  });
}
