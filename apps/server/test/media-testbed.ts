import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { mediaRoutes } from '../src/modules/media/index.ts';
import type { Http } from '../src/platform/http/caller.ts';
import { createHttp } from '../src/platform/http/http.ts';
import { multipart, type Part } from './multipart.ts';
import { plainCaller } from './plain-caller.ts';
import { openTestbed, silent, type Testbed } from './testbed.ts';

/** Media alone behind HTTP: a token is its user's id, and no lookup checks that the user exists. */
export type MediaTestbed = Testbed & {
  readonly http: Http;
  readonly root: pg.Client;
  /** Uploads as a new user, unless one is given. */
  upload(parts: readonly Part[], userId?: bigint, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Returns the paths of all files in the store. */
  listFiles(mode?: 'public' | 'sealed'): Promise<string[]>;
};

export async function openMediaTestbed(): Promise<MediaTestbed> {
  const testbed = await openTestbed('app');
  const findCaller = (token: string) =>
    Promise.resolve({ caller: plainCaller({ userId: BigInt(token), sessionId: 1n, mode: 'real' }) });
  const http = createHttp({ log: silent, findCaller });
  mediaRoutes(http, testbed);
  const upload: MediaTestbed['upload'] = (parts, userId = testbed.nextId(), more = {}) => {
    const { headers, payload } = multipart(parts);
    const authorization = String(userId);
    return http.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { ...headers, authorization, ...more },
      payload,
    });
  };
  const listFiles: MediaTestbed['listFiles'] = (mode) => listFolder(join(testbed.mediaFolder, mode ?? ''));
  return { ...testbed, http, root: await testbed.bare('postgres'), upload, listFiles };
}

async function listFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
