import { create } from 'zustand';

/** A newer version of the app that the service worker has fetched and that waits to be let in. */
export const useAppUpdate = create<{ readonly waiting: ServiceWorker | undefined }>(() => ({ waiting: undefined }));

/** Trusted Types want to know who vouches for a script's address: this one is ours and constant. */
type Policy = { createScriptURL: (url: string) => string };
const vouched = (url: string): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy: (name: string, policy: Policy) => Policy } };
  return trustedTypes?.createPolicy('service-worker', { createScriptURL: (it) => it }).createScriptURL(url) ?? url;
};

const OURS = /\/h5\/assets\/.+-[\w-]{8,}\.\w+$/;

/** What the first visit fetched before there was a service worker passes through it once: this language, this screen. */
function keepWhatWasSeen(): void {
  for (const { name } of performance.getEntriesByType('resource'))
    if (OURS.test(name)) void fetch(name).catch(() => undefined); // From the browser's own cache; missing it loses nothing.
}

/** Installs the offline shell in production and tells when a newer version waits. It never reloads by itself. */
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
    if (!document.hidden) void registration.update().catch(() => undefined); // Offline: another time.
  });
}

const RENEW_MS_MAX = 5_000;

/** Starts the newest version there is: lets a waiting one in, or looks for one, or simply loads the page again. */
export async function renew(): Promise<void> {
  const reload = () => location.reload();
  setTimeout(reload, RENEW_MS_MAX);
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update().catch(() => undefined); // Without a network the page itself will say so.
  const newer = registration?.waiting ?? registration?.installing;
  if (newer === undefined || newer === null) return reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  newer.postMessage({ type: 'SKIP_WAITING' });
}

export const putOffUpdate = () => useAppUpdate.setState({ waiting: undefined });
