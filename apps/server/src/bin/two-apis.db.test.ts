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

/** Time after which an API without a poll believes nobody; `known-callers.db.test.ts` checks that. */
const CONFIRMED_MS_MAX = 1_000;
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

type Api = {
  readonly http: Http;
  readonly reads: () => number;
  /** Waits until a poll that begins now or later has ended; returns when it began, by `performance.now()`. */
  readonly untilPolled: () => Promise<number>;
};

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
  let polledMs = Number.NEGATIVE_INFINITY;
  const poll = async () => {
    const startedMs = performance.now();
    await callers.poll();
    polledMs = startedMs;
  };
  const polling = keepPolling({ ...callers, poll }, stopping.signal, silent);
  atTheEnd(async () => {
    stopping.abort();
    await polling;
  });
  const untilPolled = async () => {
    const nowMs = performance.now();
    await expect.poll(() => polledMs).toBeGreaterThanOrEqual(nowMs);
    return polledMs;
  };
  return { http, reads: () => reads, untilPolled };
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

describe('two APIs on one database', () => {
  it.each([
    ['a freeze', 'frozen_at = now()', { error: 'session_invalid' }],
    ['another level', 'verification = 2', { data: { level: 2, country: 'DE' } }],
    ['another country', `country = 'JP'`, { data: { level: 0, country: 'JP' } }],
  ])('given %s, when the next poll has ended, then it applies on both', async (_name, what, expected) => {
    const token = await openKnown();
    await change(token, what);
    await Promise.all([both.untilPolled(), polled.untilPolled()]);
    expect(await Promise.all([both, polled].map((api) => ask(api, token)))).toMatchObject([expected, expected]);
  });

  it('given a logout on one, when the next poll has ended, then the session is refused on both, and where only hints arrive', async () => {
    const token = await openKnown();
    const { http } = polled;
    const headers = { authorization: token };
    expect(await http.app.inject({ method: logout.method, url: `/api${logout.path}`, headers })).toMatchObject({
      statusCode: 200,
    });
    await Promise.all([both.untilPolled(), polled.untilPolled()]);
    const refused = { error: 'session_invalid' };
    expect(await Promise.all([both, polled].map((api) => ask(api, token)))).toMatchObject([refused, refused]);
    await expect.poll(() => ask(hinted, token)).toMatchObject(refused);
  });

  it('given a known caller, when polls go on and nothing has changed, then it is known after each', async () => {
    const token = await openKnown();
    for (const api of [both, polled])
      for (let known = 0; known < 5; ) {
        const beganMs = await api.untilPolled();
        const before = api.reads();
        await ask(api, token);
        if (performance.now() - beganMs >= CONFIRMED_MS_MAX) continue; // The machine was too slow for its memory.
        expect(api.reads()).toBe(before);
        known += 1;
      }
  });
});
