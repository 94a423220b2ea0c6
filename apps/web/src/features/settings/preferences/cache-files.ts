/** Name set by the service worker: without this cache the app would not start offline. */
const SHELL = /^shell-/;

/** Deletes every cached file, fetches the app shell again, and returns the number of bytes freed. */
export async function dropFiles(caches: CacheStorage): Promise<number> {
  const names = await caches.keys();
  const freed = await Promise.all(names.filter((name) => !SHELL.test(name)).map((name) => drop(caches, name)));
  for (const name of names) if (SHELL.test(name)) await renew(await caches.open(name)).catch(() => undefined); // Offline: the old ones stay.
  return freed.reduce((total, size) => total + size, 0);
}

async function drop(caches: CacheStorage, name: string): Promise<number> {
  const cache = await caches.open(name);
  const answers = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
  const sizes = await Promise.all(answers.map(async (answer) => (await answer?.blob())?.size ?? 0));
  await caches.delete(name);
  return sizes.reduce((total, size) => total + size, 0);
}

/** Fetches the shell all or nothing: a shell of two versions would not start. */
async function renew(cache: Cache): Promise<void> {
  await cache.addAll((await cache.keys()).map(({ url }) => new Request(url, { cache: 'reload' })));
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;
const STEP = 1000;

/** Formats `0 B`, `950 B`, `1.2 MB`, as a device's own settings do. */
export function sizeText(bytes: number): string {
  const power = bytes < STEP ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const size = bytes / STEP ** power;
  return `${size < 10 && power > 0 ? size.toFixed(1) : Math.floor(size)} ${UNITS[power]}`;
}
