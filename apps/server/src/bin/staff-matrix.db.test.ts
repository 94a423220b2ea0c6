import { STAFF_ROLES, type StaffRole } from '@app/domain/staff';
import { NAMED_STAFF_ROUTES, type Route } from '@app/protocol';
import * as routes from '@app/protocol/staff';
import { beforeAll, describe, expect, it } from 'vitest';
import { STAFF_ACCESS, STAFF_REQUESTS } from '../../test/staff-expectations.ts';
import { openStaffTestbed, type StaffTestbed, type TestStaff } from '../../test/staff-testbed.ts';
import { hashToken, makeToken } from '../modules/auth/index.ts';

let testbed: StaffTestbed;
let maker: TestStaff;
const byRole = new Map<StaffRole, TestStaff>();

beforeAll(async () => {
  testbed = await openStaffTestbed();
  maker = await testbed.newStaff(...STAFF_ROLES);
  for (const role of STAFF_ROLES) byRole.set(role, await testbed.newStaff(role));
});

/** Refusals that say who may call, and not what was sent. */
const CLOSED = ['login_required', 'session_invalid', 'not_allowed'];

/** Makes the object that a request names, so that nothing but the role decides. */
async function requestOf(name: string): Promise<Record<string, unknown>> {
  const request = { ...STAFF_REQUESTS[name] };
  if (['getChange', 'startSigning', 'editChange', 'signChange', 'refuseChange'].includes(name)) {
    const { data } = await testbed.send(maker, routes.proposeChange, STAFF_REQUESTS.proposeChange);
    return { ...request, id: data.id, ...('payload_hash' in request && { payload_hash: data.payload_hash }) };
  }
  if (name === 'disableStaff') return { ...request, id: (await testbed.newStaff('support')).id };
  if (name === 'inviteStaff') return { ...request, id: await newAccount() };
  return request;
}

/** The same for callers who are refused: it is not used up, so it is made once. */
async function refusedRequestOf(name: string): Promise<Record<string, unknown>> {
  const made = requests.get(name) ?? (await requestOf(name));
  requests.set(name, made);
  return made;
}
const requests = new Map<string, Record<string, unknown>>();

async function newAccount(): Promise<string> {
  const owner = await testbed.bare('migrate');
  const { rows } = await owner.query<{ id: string }>(
    `insert into staff_account (email, name, roles) values ($1, 'New', '{support}') returning id`,
    [`${makeToken().toLowerCase()}@staff.test`],
  );
  return rows[0]?.id ?? '';
}

async function isOpenTo(name: string, route: Route, role: StaffRole): Promise<boolean> {
  const staff = name === 'staffLogout' ? await testbed.newStaff(role) : byRole.get(role);
  const { status, error = '' } = await testbed.send(staff, route, await requestOf(name));
  expect(status, `${name} as ${role}: ${error}`).toBeLessThan(500);
  return !CLOSED.includes(error);
}

const USER_LEVELS = [0, 1, 2] as const;

/** A user of a verification level with a live session of the exchange. */
async function newUserToken(level: number): Promise<string> {
  const id = 7 + level;
  const owner = await testbed.bare('migrate');
  const token = makeToken();
  await owner.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version, country, verification)
     values ($1, $2, '$argon2id$v=19$m=1$a$b', 'Test', $3, 1, 'DE', $4)`,
    [id, `user${id}@example.com`, `STAFF${id}`, level],
  );
  await owner.query(
    `insert into session (id, user_id, book, signed_in_at, ip, user_agent) values ($1, $1, 'real', now(), '127.0.0.1', 'x')`,
    [id],
  );
  await owner.query('insert into session_token (session_id, token_hash) values ($1, $2)', [id, hashToken(token)]);
  return token;
}

/** Everybody has every role here; what is wrong is the session. */
const DEAD: Readonly<Record<string, string>> = {
  ended: 'update staff_session set ended_at = app_now() where staff_id = $1',
  'past its end': `update staff_session set ends_at = app_now() - interval '1 second' where staff_id = $1`,
  idle: `update staff_session set last_used_at = app_now() - make_interval(secs => idle_seconds) where staff_id = $1`,
  'of a disabled account': 'update staff_account set disabled_at = app_now() where id = $1',
  'of another device': 'update staff_session set device_key = device_key where staff_id = $1',
  'of an account whose roles are gone': `update staff_account set roles = '{content}' where id = $1`,
};

async function deadSession(name: string): Promise<TestStaff> {
  const staff = await testbed.newStaff(...STAFF_ROLES);
  await (await testbed.bare('migrate')).query(DEAD[name] ?? '', [staff.id]);
  return name === 'of another device' ? { ...staff, key: maker.key } : staff;
}

const CELLS = NAMED_STAFF_ROUTES.length * (STAFF_ROLES.length + 1 + USER_LEVELS.length + Object.keys(DEAD).length);

describe(`who may call: ${CELLS} cells`, () => {
  it('has an expectation and a request for every route, and none for others', () => {
    const names = NAMED_STAFF_ROUTES.map(([name]) => name).sort();
    expect(Object.keys(STAFF_ACCESS).sort()).toEqual(names);
    expect(Object.keys(STAFF_REQUESTS).sort()).toEqual(names);
  });

  it.each(NAMED_STAFF_ROUTES)('%s is open to exactly the roles listed', async (name, route) => {
    const expected = STAFF_ACCESS[name];
    const open: StaffRole[] = [];
    for (const role of STAFF_ROLES) if (await isOpenTo(name, route, role)) open.push(role);
    expect(open).toEqual(STAFF_ROLES.filter((role) => expected === 'visitor' || expected?.includes(role)));
  });

  it.each(NAMED_STAFF_ROUTES)(
    '%s is closed to visitors and to users, unless it is listed as open',
    async (name, route) => {
      const { error = '' } = await testbed.send(undefined, route, await requestOf(name));
      expect(CLOSED.includes(error)).toBe(STAFF_ACCESS[name] !== 'visitor');
    },
  );

  it.each(Object.keys(DEAD))('given a session %s, then no route serves it, and nothing else is said', async (name) => {
    const staff = await deadSession(name);
    const refusal = name === 'of an account whose roles are gone' ? 'not_allowed' : 'session_invalid';
    for (const [route, named] of NAMED_STAFF_ROUTES) {
      const access = STAFF_ACCESS[route];
      if (access === 'visitor' || (refusal === 'not_allowed' && access?.includes('content'))) continue;
      const { error } = await testbed.send(staff, named, await refusedRequestOf(route));
      expect([route, error]).toEqual([route, refusal]);
    }
  });

  it.each(USER_LEVELS)('given the token of a user of level %i, then no route knows it', async (level) => {
    const token = await newUserToken(level);
    for (const [name, route] of NAMED_STAFF_ROUTES) {
      if (STAFF_ACCESS[name] === 'visitor') continue;
      const { error } = await testbed.send(maker, route, await refusedRequestOf(name), { token });
      expect(error, name).toBe('session_invalid');
    }
  });
});
