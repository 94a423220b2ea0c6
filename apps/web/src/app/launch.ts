import { watchForUpdates } from '../data/app/app-update.ts';
import { fetchSupport } from '../data/app/support.ts';
import { fetchFiatRates } from '../data/market/fiat-rates.ts';
import { checkServerStatus } from '../data/socket/check-server-status.ts';
import { useServers } from '../data/socket/servers.ts';

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
