import { randomBytes } from 'node:crypto';
import type { Product } from '@app/domain/reference';
import type { Route } from '@app/protocol';
import type { LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { inject } from 'vitest';
import { type ApiDeps, createApi } from '../src/bin/api-app.ts';
import { createEngineClient } from '../src/engine/client.ts';
import { type Board, createBoard, createHistory } from '../src/modules/market/index.ts';
import { createSettings } from '../src/modules/reference/index.ts';
import { openCache } from '../src/platform/bus/cache.ts';
import type { Http } from '../src/platform/http/caller.ts';
import type { SoftLimit } from '../src/platform/http/soft-limit.ts';
import { openScopedBus, openTestBus } from './bus-testbed.ts';
import { answerAsClosed, scopeQuestions } from './closed-engine.ts';
import { newKey } from './new-key.ts';
import { atTheEnd, openTestbed, PUBLIC_URL, silent, type Testbed, testKeys } from './testbed.ts';

/** Seed of the simulated price history before a market's first tick. */
export const FEED_SEED = 'test';

/** The whole API on its own database, without a network: requests are injected. */
export type ApiTestbed = Testbed & {
  readonly http: Http;
  readonly board: Board;
  readonly root: pg.Client;
  send(route: Route, fields: object, token?: string): Promise<LightMyRequestResponse>;
  /** Returns the token of a new user that has only a session. */
  newSession(): Promise<string>;
};

const NO_LIMIT: SoftLimit = { requestsPerAddress: 1_000_000, requestsPerUser: 1_000_000, seconds: 1 };

/** Opens the testbed; `change` replaces dependencies of the API, `opened` are products whose switch starts open here. */
export async function openApiTestbed(
  change: (deps: ApiDeps) => ApiDeps = (deps) => deps,
  softLimit: SoftLimit = NO_LIMIT,
  opened: readonly Product[] = ['contract', 'seconds', 'withdraw'],
): Promise<ApiTestbed> {
  const testbed = await openTestbed('app');
  for (const product of opened) await openProduct(testbed, product);
  const bus = await openTestBus();
  const cache = openCache(inject('services').redis, silent);
  atTheEnd(() => cache.disconnect());
  const { db, transact, nextId, ledger } = testbed;
  const settings = createSettings(db);
  const history = createHistory(FEED_SEED);
  const scoped = scopeQuestions(await openScopedBus(testbed.database.name), testbed.database.name);
  answerAsClosed(scoped);
  const board = createBoard({ db, bus: scoped, log: silent, settings, history });
  atTheEnd(async () => {
    await board.close();
    await history.close();
  });
  await board.ready();
  const deps = {
    db,
    pollDb: db,
    transact,
    nextId,
    ledger,
    bus,
    cache,
    log: silent,
    settings,
    keys: testKeys,
    media: testbed.media,
    publicUrl: PUBLIC_URL,
    pdfFonts: '/usr/share/fonts/opentype/noto',
    board,
    history,
    engine: createEngineClient(scoped),
  };
  const { http } = createApi(change(deps), { log: silent, softLimit });
  const root = await testbed.bare('postgres');
  const send: ApiTestbed['send'] = (route, fields, token) =>
    http.app.inject({
      method: route.method,
      url: `/api${route.path}${route.method === 'GET' ? `?${new URLSearchParams(asQuery(fields))}` : ''}`,
      headers: { ...(token && { authorization: token }), ...(route.effect && { 'idempotency-key': newKey() }) },
      ...(route.method === 'GET' ? {} : { payload: fields }),
    });
  return { ...testbed, http, board, root, send, newSession: () => openSession(testbed, root) };
}

/** Converts fields to a query string, which holds only text. */
export const asQuery = (fields: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

let people = 0;

/** Inserts directly into the tables: hashing a password for every session would take longer than the test. */
async function openSession({ nextId }: Testbed, root: pg.Client): Promise<string> {
  people += 1;
  const token = randomBytes(32).toString('base64url');
  const userId = nextId();
  const sessionId = nextId();
  await root.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version, country)
     values ($1, $2, '$argon2id$test', 'Test', $3, 1, 'DE')`,
    [userId, `session-${people}@example.com`, `TEST${people}`],
  );
  await root.query(
    `with opened as (
       insert into session (id, user_id, book, signed_in_at, ip, user_agent)
       values ($1, $2, 'real', now(), '127.0.0.1', 'test') returning id)
     insert into session_token (token_hash, session_id) select sha256(convert_to($3, 'UTF8')), id from opened`,
    [sessionId, userId, token],
  );
  return token;
}

/** Opens a product's switch everywhere: its routes are tested before it is. */
async function openProduct({ bare }: Testbed, product: Product): Promise<void> {
  const root = await bare('postgres');
  await root.query(
    `insert into setting (key, version, value, set_by, approved_by, reason)
     values ($1, 1, '{"open": true, "except": []}', 'test', '{test}', 'test')`,
    [`product.${product}`],
  );
}
