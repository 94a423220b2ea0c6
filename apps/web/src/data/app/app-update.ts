import { create } from 'zustand';

/** A newer app version that the service worker has fetched and that waits for activation. */
export const useAppUpdate = create<{ readonly waiting: ServiceWorker | undefined }>(() => ({ waiting: undefined }));

/** Trusted Types require a policy for script URLs: this one is ours and constant. */
type Policy = { createScriptURL: (url: string) => string };
const vouched = (url: string): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy: (name: string, policy: Policy) => Policy } };
  return trustedTypes?.createPolicy('service-worker', { createScriptURL: (it) => it }).createScriptURL(url) ?? url;
};

/**
 * Refetches through the service worker what the first visit loaded before it was installed: this language, this screen.
 */
function keepWhatWasSeen(): void {
  for (const { name } of performance.getEntriesByType('resource'))
    if (name.includes(`${import.meta.env.BASE_URL}assets/`)) void fetch(name).catch(() => undefined); // Served from the browser cache; a miss is harmless.
}

/** Installs the offline shell in production and reports when a newer version waits. Never reloads by itself. */
export async function watchForUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const registration = await navigator.serviceWorker.register(vouched(`${import.meta.env.BASE_URL}sw.js`));
  const notify = () => {
    const { waiting } = registration;
    if (waiting !== null && navigator.serviceWorker.controller !== null) useAppUpdate.setState({ waiting });
  };
  notify();
  const follow = () => registration.installing?.addEventListener('statechange', notify);
  follow();
  registration.addEventListener('updatefound', follow);
  if (navigator.serviceWorker.controller !== null) keepWhatWasSeen();
  else navigator.serviceWorker.addEventListener('controllerchange', keepWhatWasSeen, { once: true });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void registration.update().catch(() => undefined); // Offline: retried later.
  });
}

const RENEW_MS_MAX = 5_000;

/** Starts the newest version: activates a waiting one, or checks for one, or reloads the page. */
export async function renew(): Promise<void> {
  const reload = () => location.reload();
  setTimeout(reload, RENEW_MS_MAX);
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update().catch(() => undefined); // Offline, the reloaded page reports it.
  const newer = registration?.waiting ?? registration?.installing;
  if (newer === undefined || newer === null) return reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  newer.postMessage({ type: 'SKIP_WAITING' });
}

export const putOffUpdate = () => useAppUpdate.setState({ waiting: undefined });
