/**
 * The app without a network. Caches our own built files and nothing else: it handles only addresses under /h5/, so no
 * API response ever comes from a cache. A new version waits until the user accepts it (`data/app/app-update.ts`).
 */

type Shell = { readonly version: string; readonly files: readonly string[] };
type Waiting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Fetching = Waiting & { readonly request: Request; respondWith: (answer: Promise<Response>) => void };
type Worker = {
  readonly clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
};

const worker = globalThis as unknown as Worker; // The page's types do not cover the worker scope.

/** Inserted by the build, so that a new version of the app is a new version of this file. */
const SHELL = JSON.parse('__SHELL__') as Shell;
const BASE = '/h5/';
const SHELL_CACHE = `shell-${SHELL.version}`;
const SEEN_CACHE = 'seen';
const SEEN_MAX = 300;
/** Inserted by the build: a file of its own cannot import it. */
const HASHED = new RegExp(import.meta.env.HASHED_FILE);

worker.addEventListener('install', (event) =>
  event.waitUntil(caches.open(SHELL_CACHE).then((cache) => cache.addAll([...SHELL.files]))),
);

worker.addEventListener('activate', (event) => event.waitUntil(forgetOldShells().then(() => worker.clients.claim())));

worker.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== location.origin) return;
  if (event.request.mode === 'navigate' && pathname === BASE) event.respondWith(page(event.request));
  else if (pathname.startsWith(BASE) && HASHED.test(pathname)) event.respondWith(keptOrFetched(event));
});

async function forgetOldShells(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('shell-') && name !== SHELL_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

const page = async (request: Request) => (await caches.match(BASE)) ?? fetch(request);

/**
 * Returns a cached file or fetches it. A name with a hash always means the same bytes, so a cached file need not be
 * requested again.
 */
async function keptOrFetched(event: Fetching): Promise<Response> {
  const { request } = event;
  const kept = await caches.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) event.waitUntil(keep(request, answer.clone()).catch(() => undefined)); // A full disk must not break a page.
  return answer;
}

async function keep(request: Request, answer: Response): Promise<void> {
  const seen = await caches.open(SEEN_CACHE);
  await seen.put(request, answer);
  const [oldest, ...rest] = await seen.keys();
  if (oldest !== undefined && rest.length >= SEEN_MAX) await seen.delete(oldest);
}
