import { describe, expect, it } from 'vitest';
import { dropFiles } from './cache-files.ts';

const ADDRESS = 'https://tidemark.example/h5/';

/** Creates in-memory caches; `isOnline` sets whether files can be fetched again. */
function cachesOf(kept: Record<string, Record<string, string>>, isOnline: boolean) {
  const fetched: string[] = [];
  const open = (name: string) => ({
    keys: async () => Object.keys(kept[name] ?? {}).map((path) => new Request(ADDRESS + path)),
    match: async ({ url }: Request) => new Response(kept[name]?.[url.slice(ADDRESS.length)]),
    addAll: (requests: Request[]) => {
      if (!isOnline) return Promise.reject(new TypeError('no network'));
      fetched.push(...requests.map(({ url, cache }) => `${cache} ${url.slice(ADDRESS.length)}`));
      return Promise.resolve();
    },
  });
  const caches = {
    keys: async () => Object.keys(kept),
    open: async (name: string) => open(name),
    delete: async (name: string) => delete kept[name],
  };
  return { caches: caches as unknown as CacheStorage, kept, fetched }; // Only the part in use.
}

const KEPT = () => ({ seen: { 'a.js': '12345', 'b.js': '678' }, 'shell-1': { 'index.html': 'page' } });

describe('clearing the cache', () => {
  it('given cached files, then they are deleted, their size is reported and the shell is fetched again', async () => {
    const { caches, kept, fetched } = cachesOf(KEPT(), true);
    expect(await dropFiles(caches)).toBe(8);
    expect(Object.keys(kept)).toEqual(['shell-1']);
    expect(fetched).toEqual(['reload index.html']);
  });

  it('given no network, then the shell stays, so that the app still starts', async () => {
    const { caches, kept } = cachesOf(KEPT(), false);
    expect(await dropFiles(caches)).toBe(8);
    expect(kept['shell-1']).toEqual({ 'index.html': 'page' });
  });

  it('given nothing was cached, then nothing is freed', async () => {
    expect(await dropFiles(cachesOf({}, true).caches)).toBe(0);
  });
});
