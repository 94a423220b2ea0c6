import { authSettings } from '@app/domain/auth';
import type { Setting } from '@app/domain/reference';
import { route } from '@app/protocol';
import { logout } from '@app/protocol/auth';
import type { KyselyPlugin } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type ApiTestbed, openApiTestbed } from '../../test/api-testbed.ts';
import { atTheEnd, silent } from '../../test/testbed.ts';
import { keepPolling } from '../modules/auth/index.ts';
import type { Http } from '../platform/http/caller.ts';
import { serve } from '../platform/http/serve.ts';
import { type ApiDeps, createApi } from './api-app.ts';

/** The longest time after which a change must apply to every API. */
const WITHIN_MS = 1_000;
const SOFT_LIMIT = { requestsPerAddress: 1_000_000, requestsPerUser: 1_000_000, seconds: 1 };

const whoAmI = route({
  method: 'GET',
  path: '/who-am-i',
  access: 'user',
  description: 'Shows the caller as this API knows them.',
  request: z.object({}),
  response: z.object({ level: z.int(), country: z.nullable(z.string()) }),
  refusals: [],
  usesKnownCaller: true,
});

let testbed: ApiTestbed;
let both: Api;
let polled: Api;
let hinted: Api;

type Api = { readonly http: Http; readonly reads: () => number };

beforeAll(async () => {
  let given: ApiDeps | undefined;
  testbed = await openApiTestbed((deps) => {
    given = deps;
    return deps;
  });
  if (given === undefined) throw new Error('the testbed has an API');
  both = openApi(given);
  // Without hints: what it knows of changes, it has polled.
  polled = openApi({ ...given, bus: { ...given.bus, listen: () => () => {} } });
  // Its polls find nothing: what it knows of changes came as hints.
  hinted = openApi({ ...given, pollDb: given.pollDb.withPlugin(noChanges) });
});

/** Empties what polls find. */
const noChanges: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) =>
    Promise.resolve({ ...result, rows: result.rows.map((row) => ('ids' in row ? { ...row, ids: [] } : row)) }),
};

/** One API as its process runs it, and how often it has read a caller in the database. */
function openApi(deps: ApiDeps): Api {
  let reads = 0;
  const read = <Value>(setting: Setting<Value>) => {
    if (setting.key === authSettings.tokenRotation.key) reads += 1; // Read once for each lookup.
    return deps.settings.read(setting);
  };
  const { http, callers } = createApi({ ...deps, settings: { read } }, { log: silent, softLimit: SOFT_LIMIT });
  serve(http, whoAmI, (_input, { verification, country = null }) => Promise.resolve({ level: verification, country }));
  const stopping = new AbortController();
  const polling = keepPolling(callers, stopping.signal, silent);
  atTheEnd(async () => {
    stopping.abort();
    await polling;
  });
  return { http, reads: () => reads };
}

const ask = async ({ http }: Api, token: string) =>
  (await http.app.inject({ url: `/api${whoAmI.path}`, headers: { authorization: token } })).json();

/** Opens a session that all APIs know from memory. */
async function openKnown(): Promise<string> {
  const token = await testbed.newSession();
  for (const api of [both, polled, hinted])
    await expect
      .poll(async () => {
        const before = api.reads();
        const { data } = await ask(api, token);
        return [data, api.reads() - before];
      })
      .toEqual([{ level: 0, country: 'DE' }, 0]);
  return token;
}

const change = (token: string, what: string) =>
  testbed.root.query(
    `update user_account set ${what} where id = (
       select s.user_id from session s join session_token t on t.session_id = s.id
        where t.token_hash = sha256(convert_to($1, 'UTF8')))`,
    [token],
  );

const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('two APIs on one database', () => {
  it.each([
    ['a freeze', 'frozen_at = now()', { error: 'session_invalid' }],
    ['another level', 'verification = 2', { data: { level: 2, country: 'DE' } }],
    ['another country', `country = 'JP'`, { data: { level: 0, country: 'JP' } }],
  ])('given %s, when a second has passed, then it applies on both', async (_name, what, expected) => {
    const token = await openKnown();
    await change(token, what);
    await passed(WITHIN_MS);
    expect(await Promise.all([both, polled].map((api) => ask(api, token)))).toMatchObject([expected, expected]);
  });

  it('given a logout on one, when a second has passed, then the session is refused on both, and where only hints arrive', async () => {
    const token = await openKnown();
    const { http } = polled;
    const headers = { authorization: token };
    expect(await http.app.inject({ method: logout.method, url: `/api${logout.path}`, headers })).toMatchObject({
      statusCode: 200,
    });
    await passed(WITHIN_MS);
    const refused = { error: 'session_invalid' };
    const answers = await Promise.all([both, polled, hinted].map((api) => ask(api, token)));
    expect(answers).toMatchObject([refused, refused, refused]);
  });

  it('given a known caller who keeps sending, then the polls alone keep it known', async () => {
    const token = await openKnown();
    const before = [both.reads(), polled.reads()];
    const endMs = performance.now() + 2 * WITHIN_MS;
    while (performance.now() < endMs) {
      await Promise.all([ask(both, token), ask(polled, token)]);
      await passed(20);
    }
    expect([both.reads(), polled.reads()]).toEqual(before);
  });
});
