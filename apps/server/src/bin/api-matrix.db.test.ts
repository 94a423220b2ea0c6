import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { STAFF_ROLES } from '@app/domain/staff';
import { NAMED_ROUTES, type Route } from '@app/protocol';
import { openDemoAccount, startStepUp } from '@app/protocol/auth';
import { upload } from '@app/protocol/media';
import { changeWallet } from '@app/protocol/wallet';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { FOREIGN, type Foreign, idFields, isSessionRoute } from '../../test/access-expectations.ts';
import { type ApiTestbed, asQuery, openApiTestbed } from '../../test/api-testbed.ts';
import { type Fields, goodRequest, routeNamed } from '../../test/good-requests.ts';
import { uploadPicture, uploadPictures } from '../../test/kyc-testbed.ts';
import { newKey } from '../../test/new-key.ts';
import { addReviewedPayout } from '../../test/payout-rows.ts';
import {
  addAddress,
  addBet,
  addPosition,
  addQuote,
  dumpPerson,
  giveTradePassword,
  newPerson,
  newSession,
  newToken,
  type Person,
  proveCall,
} from '../../test/people.ts';
import { addChain, addReviewed, addSender } from '../../test/withdrawal-rows.ts';

let testbed: ApiTestbed;

beforeAll(async () => {
  testbed = await openApiTestbed();
  await addChain(testbed.root);
  await addSender(testbed.root);
});

/** Draws the same number for a name in every run with this seed. */
const draw = (name: string): number =>
  createHash('sha256')
    .update(`${inject('seed')} ${name}`)
    .digest()
    .readUInt32LE();

type Headers = Readonly<Record<string, string>>;

/** Smallest possible picture. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const BOUNDARY = 'boundary';
const FILE = Buffer.concat([
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`),
  PICTURE,
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
]);

/** Sends a request over the route's transport, with the given headers. */
function send(route: Route, fields: Fields, sent: Headers): Promise<LightMyRequestResponse> {
  const headers = { ...sent, ...(route.effect && { 'idempotency-key': newKey() }) };
  const url = `/api${route.path}`;
  const query = `?${new URLSearchParams(asQuery(fields))}`;
  const file = { payload: FILE, headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } };
  const carried: InjectOptions = route.method === 'GET' ? { url: url + query } : { url, payload: fields };
  return testbed.http.app.inject({ method: route.method, headers, ...carried, ...(route.upload ? file : {}) });
}

const sendAs = ({ token }: Pick<Person, 'token'>, route: Route, fields: Fields) =>
  send(route, fields, { authorization: token });

type Attempt = { readonly person: Person; readonly headers: Headers };
const bearing = (person: Person, token = person.token): Attempt => ({ person, headers: { authorization: token } });

/** Every kind of token that is not a live session, and how to produce it. */
const BAD_TOKENS: Readonly<Record<string, () => Promise<Attempt>>> = {
  none: async () => ({ person: await newPerson(testbed), headers: {} }),
  empty: async () => bearing(await newPerson(testbed), ''),
  garbage: async () => bearing(await newPerson(testbed), '../../<script>'),
  unknown: async () => bearing(await newPerson(testbed), randomBytes(32).toString('base64url')),
  revoked: () => after(`update session set ended_at = now() where user_id = $1`),
  idle: () => after(`update session set last_seen_at = now() - interval '8 days' where user_id = $1`),
  old: () => after(`update session set signed_in_at = now() - interval '31 days' where user_id = $1`),
  frozen: () => after(`update user_account set frozen_at = now() where id = $1`),
  'of staff': async () => {
    const token = randomBytes(32).toString('base64url');
    await testbed.root.query(
      `with made as (insert into staff_account (email, name, roles) values ('matrix@staff.test', 'Matrix', $1) returning id)
       insert into staff_session (staff_id, token_hash, device_key, factor, user_agent, ends_at, idle_seconds)
       select id, sha256($2), '', 'passkey', 'test', app_now() + interval '1 day', 3600 from made`,
      [STAFF_ROLES, Buffer.from(token)],
    );
    return bearing(await newPerson(testbed), token);
  },
  replaced: async () => {
    const person = await newPerson(testbed);
    await testbed.root.query(`update session_token set ends_at = now() where session_id = $1`, [person.session]);
    await newToken(testbed, person.session);
    return bearing(person);
  },
  cookie: async () => {
    const person = await newPerson(testbed);
    const cookie = ['authorization', 'token', 'session'].map((name) => `${name}=${person.token}`).join('; ');
    return { person, headers: { cookie } };
  },
  'other header': async () => {
    const person = await newPerson(testbed);
    return { person, headers: { 'x-token': person.token, 'x-authorization': person.token, token: person.token } };
  },
};

/** Returns a session that was live until the statement ran. */
async function after(statement: string): Promise<Attempt> {
  const person = await newPerson(testbed);
  await testbed.root.query(statement, [person.id]);
  return bearing(person);
}

const tokenNames = Object.keys(BAD_TOKENS);
/** One in so many of the bad tokens is tried at a route, besides none at all; a full run tries each. */
const TOKEN_ONE_IN = inject('isLong') ? 1 : 4;
const isTried = (route: string, token: string) =>
  token === 'none' || (tokenNames.indexOf(token) + draw(`${route} tokens`)) % TOKEN_ONE_IN === 0;

describe(`who may call: ${NAMED_ROUTES.length * tokenNames.length} cells`, () => {
  const attempts = new Map<string, Attempt & { readonly before: unknown }>();
  const attemptsAt = (route: string) => [...attempts].filter(([token]) => isTried(route, token));

  beforeAll(async () => {
    for (const [name, make] of Object.entries(BAD_TOKENS)) {
      const attempt = await make();
      attempts.set(name, { ...attempt, before: await dumpPerson(testbed, attempt.person) });
    }
  });

  it.each(NAMED_ROUTES.filter(isSessionRoute))(
    '%s returns 999 for anything but a live session',
    async (name, route) => {
      for (const [token, { headers }] of attemptsAt(name)) {
        const response = await send(route, goodRequest([name, route]), headers);
        expect(response.statusCode, token).toBe(401);
        expect(response.json(), token).toMatchObject({ type: 999, code: 0 });
        expect(response.headers, token).not.toHaveProperty('x-next-token');
      }
    },
  );

  it.each(NAMED_ROUTES.filter(isSessionRoute))('%s does not return 999 for a live session', async (name, route) => {
    const response = await sendAs(await newPerson(testbed), route, goodRequest([name, route]));
    expect(response.json().type).not.toBe(999);
    expect(response.statusCode).toBeLessThan(500);
  });

  it.each(NAMED_ROUTES.filter((it) => !isSessionRoute(it)))('%s requires no session', async (name, route) => {
    for (const [token, { headers }] of attemptsAt(name)) {
      const response = await send(route, goodRequest([name, route]), headers);
      const isSent = 'authorization' in headers && !/^(Bearer)?\s*$/i.test(String(headers.authorization));
      // A route that knows its caller refuses a session that is not one, rather than forget it.
      expect(response.json().type === 999, token).toBe(route.optionalSession === true && isSent);
      expect(response.statusCode, token).toBeLessThan(500);
    }
  });

  it('left every user’s data unchanged', async () => {
    for (const [token, { person, before }] of attempts)
      expect(await dumpPerson(testbed, person), token).toEqual(before);
  });
});

/** Creates a challenge of this user for exactly this call, with every available factor proven. */
async function prove(person: Person, route: Route, fields: Fields): Promise<string> {
  await enrolFor(route, person);
  return await proveCall(testbed, person, route, fields);
}

/** Gives a user the factor without which the route refuses everybody. */
async function enrolFor({ stepUp }: Route, person: Person): Promise<void> {
  if (stepUp !== undefined && stepUp.policy !== 'account') await giveTradePassword(testbed, person.id);
}

async function addPasskeyOf(person: Person): Promise<string> {
  const id = String(testbed.nextId());
  await testbed.root.query(
    `insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, is_synced)
     values ($1, $2, $3, '\\x00', 0, '{}', 'Test', false)`,
    [id, person.id, randomBytes(16).toString('base64url')],
  );
  return id;
}

async function addNoticeOf(person: Person): Promise<string> {
  const id = String(testbed.nextId());
  await testbed.root.query(`insert into notice (id, user_id, kind) values ($1, $2, 'phrase')`, [id, person.id]);
  return id;
}

async function addOrderOf(person: Person): Promise<string> {
  const id = String(testbed.nextId());
  await testbed.root.query(
    `insert into spot_order (id, user_id, book, market, side, kind, force, price, quantity, maker_rate, taker_rate,
                             filled, cost, exact_fee, fee, held, status, key, at)
     values ($1, $2, 'real', 1, 'sell', 'limit', 'gtc', 60000, 1, 0, 0, 0, 0, 0, 0, 1, 'open', $3, now())`,
    [id, person.id, randomUUID()],
  );
  return id;
}

async function addExportOf(person: Person): Promise<string> {
  const id = String(testbed.nextId());
  await testbed.root.query(
    `with made as (
       insert into export_job (id, user_id, book, kind, language, status, attempt, ended_at, filename, byte_size, sha256, expires_at)
       values ($1, $2, 'real', 'ledger.csv', 'en', 'done', 1, now(), 'a.csv', 1, '\\x00', now() + interval '1 day') returning id)
     insert into export_chunk (job, attempt, place, bytes) select id, 1, 0, '\\x41' from made`,
    [id, person.id],
  );
  return id;
}

type Cell = {
  readonly name: string;
  readonly field: string;
  readonly route: Route;
  readonly foreign: Foreign;
};

const cells: readonly Cell[] = Object.entries(FOREIGN).map(([key, foreign]) => {
  const [name, field] = key.split('.') as [string, string]; // Format of the table's keys.
  const [, route] = routeNamed(name);
  return { name, field, route, foreign };
});

/** Creates an object owned by this user, of the kind the field names. */
async function makeObject({ name, route, foreign }: Cell, owner: Person): Promise<string> {
  switch (foreign.object) {
    case 'session':
      return String((await newSession(testbed, owner.id)).session);
    case 'passkey':
      return await addPasskeyOf(owner);
    case 'challenge':
      return (await sendAs(owner, startStepUp, goodRequest(['startStepUp', startStepUp]))).json().data.challenge;
    case 'proven challenge':
      return await prove(owner, route, goodRequest([name, route]));
    case 'picture':
      return (await sendAs(owner, upload, {})).json().message;
    case 'sealed picture':
      return (await testbed.media.store({ ownerId: owner.id, bytes: PICTURE, purpose: 'chat' })).id;
    case 'document':
      return await uploadPicture(testbed.media, owner.id);
    case 'voucher':
      return (await testbed.media.store({ ownerId: owner.id, bytes: PICTURE, purpose: 'voucher' })).id;
    case 'user':
      return String(owner.id);
    case 'notice':
      return await addNoticeOf(owner);
    case 'order':
      return await addOrderOf(owner);
    case 'export':
      return await addExportOf(owner);
    case 'address':
      return await addAddress(testbed, owner.id);
    case 'quote':
      return await addQuote(testbed, owner.id);
    case 'position':
      return await addPosition(testbed, owner.id);
    case 'withdrawal':
      return String(await addReviewed(testbed, owner.id));
    case 'payout':
      return String(await addReviewedPayout(testbed, owner.id));
    case 'bet':
      return await addBet(testbed, owner.id);
  }
}

function missing({ foreign }: Cell): string {
  const mediaId = randomBytes(16).toString('base64url');
  if (['sealed picture', 'document', 'voucher'].includes(foreign.object)) return mediaId;
  return foreign.object === 'picture' ? `/api/media/${mediaId}` : String(testbed.nextId());
}

/** Calls the route with an object in the field; every other input is valid and belongs to the caller. */
async function callWith({ name, field, route }: Cell, caller: Person, object: string) {
  const own = name === 'submitIdentity' ? await uploadPictures(testbed.media, caller.id) : {};
  const fields = { ...goodRequest([name, route]), ...own, [field]: object };
  const isProven = route.stepUp !== undefined && field !== 'challenge';
  const challenge = isProven ? { challenge: await prove(caller, route, fields) } : {};
  const response = await sendAs(caller, route, { ...fields, ...challenge });
  const isFile = response.statusCode === 200 && route.download !== undefined;
  const { trace: _trace, ...body } = isFile ? { error: undefined } : response.json();
  return { status: response.statusCode, body };
}

const refusable = cells.filter(({ foreign }) => foreign.answer !== 'ignored');
const ignored = cells.filter(({ foreign }) => foreign.answer === 'ignored');

describe(`someone else’s objects: ${cells.length} cells`, () => {
  it('has an expectation for every field that names an object', () => {
    for (const field of idFields()) expect(Object.keys(FOREIGN)).toContain(field);
  });

  it.each(refusable)(
    '$name answers another user’s $field like one that never existed, and changes nothing',
    async (cell) => {
      const me = await newPerson(testbed);
      const owner = await newPerson(testbed);
      await addPasskeyOf(owner);
      const object = await makeObject(cell, owner);
      const before = await dumpPerson(testbed, owner);
      await enrolFor(cell.route, me);
      const answer = await callWith(cell, me, object);
      expect(answer.body).toMatchObject({ code: 0, error: cell.foreign.answer });
      expect(answer).toEqual(await callWith(cell, me, missing(cell)));
      expect(await dumpPerson(testbed, owner)).toEqual(before);
      // The owner receives a different answer, which proves that ownership decided and that the request could succeed.
      expect((await callWith(cell, owner, object)).body.error).not.toBe(cell.foreign.answer);
    },
  );

  it.each(ignored)('$name ignores $field', async (cell) => {
    const me = await newPerson(testbed);
    const owner = await newPerson(testbed);
    const object = await makeObject(cell, owner);
    const before = await dumpPerson(testbed, owner);
    const answer = await callWith(cell, me, object);
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain(String(owner.id));
    expect(await dumpPerson(testbed, owner)).toEqual(before);
  });
});

/** Dumps all rows of real mode. */
async function dumpRealBook(): Promise<string> {
  const { rows } = await testbed.root.query(
    `select (select jsonb_agg(to_jsonb(a) order by a.id) from ledger_account a where book = 'real')::text as accounts,
            (select count(*)::int from ledger_transfer where book = 'real') as transfers,
            (select count(*)::int from wallet_change where book = 'real') as changes,
            (select jsonb_agg(to_jsonb(p) order by p.user_id) from push_sequence p where book = 'real')::text as told`,
  );
  return JSON.stringify(rows);
}

/** Creates a user with money in both modes and a demo session. */
async function newDemoPerson(): Promise<Person> {
  const person = await newPerson(testbed, 'demo');
  await testbed.fund(person.id, 'wallet', 'USDT', '100');
  expect((await sendAs(person, openDemoAccount, {})).json().data).toEqual({ granted: 1 });
  return person;
}

/** Of the routes that change nothing, one in so many is called by a demo session; a full run calls each. */
const READ_ONE_IN = inject('isLong') ? 1 : 4;
const demoRoutes = NAMED_ROUTES.filter(
  ([name, { method }]) => method !== 'GET' || draw(`${name} demo`) % READ_ONE_IN === 0,
);

describe(`a demo session: ${demoRoutes.length} cells`, () => {
  it.each(demoRoutes)('%s leaves real mode unchanged', async (name, route) => {
    const person = await newDemoPerson();
    const before = await dumpRealBook();
    const fields = goodRequest([name, route]);
    const proof = route.stepUp === undefined ? {} : { challenge: await prove(person, route, fields) };
    expect((await sendAs(person, route, { ...fields, ...proof })).statusCode).toBeLessThan(500);
    expect(await dumpRealBook()).toBe(before);
  });

  it('moves demo money, which proves that the rows above can fail', async () => {
    const person = await newDemoPerson();
    const { data } = (await sendAs(person, changeWallet, goodRequest(['changeWallet', changeWallet]))).json();
    expect([data.from.available, data.to.available]).toEqual(['99999', '1']);
  });
});
