import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { mediaRoutes } from '../src/modules/media/index.ts';
import { createHttp } from '../src/platform/http.ts';
import type { Http } from '../src/platform/serve.ts';
import { multipart, type Part } from './multipart.ts';
import { openWorld, silent, type World } from './world.ts';

/** Media alone behind HTTP: a token is the id of its user, and nobody is asked whether there is one. */
export type MediaWorld = World & {
  readonly http: Http;
  readonly root: pg.Client;
  /** Of a user of its own, unless one is named. */
  upload(parts: readonly Part[], userId?: bigint, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** The paths of all files in the store. */
  listFiles(mode?: 'public' | 'sealed'): Promise<string[]>;
};

export async function openMediaWorld(): Promise<MediaWorld> {
  const world = await openWorld('app');
  const findCaller = (token: string) =>
    Promise.resolve({ caller: { userId: BigInt(token), sessionId: 1n, book: 'real' } } as const);
  const http = await createHttp({ log: silent, findCaller, isBehindProxy: false });
  mediaRoutes(http, world);
  const upload: MediaWorld['upload'] = (parts, userId = world.nextId(), more = {}) => {
    const { headers, payload } = multipart(parts);
    const authorization = String(userId);
    return http.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { ...headers, authorization, ...more },
      payload,
    });
  };
  const listFiles: MediaWorld['listFiles'] = (mode) => listFolder(join(world.mediaFolder, mode ?? ''));
  return { ...world, http, root: await world.bare('postgres'), upload, listFiles };
}

async function listFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
