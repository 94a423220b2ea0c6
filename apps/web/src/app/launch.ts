import { watchForUpdates } from '../shared/app-update.ts';
import { checkServerStatus } from '../shared/check-server-status.ts';
import { fetchFiatRates } from '../shared/fiat-rates.ts';
import { useServers } from '../shared/servers.ts';
import { fetchSupport } from '../shared/support.ts';

const quietly = (begin: () => Promise<unknown>) => void begin().catch(() => undefined);

/** Delay before files are fetched a second time for offline use: not while the first page still loads. */
const SETTLED_MS = 4_000;
/** Twice within the time after which a rate is stale. */
const RATES_EVERY_MS = 300_000;

/**
 * Starts background work after the first paint; none of it must succeed. A page that becomes visible, or an answer,
 * triggers another server status check.
 */
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
