import type { Route } from '@app/protocol';
import * as routes from '@app/protocol/auth';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiTestbed, openApiTestbed } from '../../../test/api-testbed.ts';
import { PASSWORD_HASH } from '../../../test/auth-testbed.ts';

let testbed: ApiTestbed;
let tables: string[];

beforeAll(async () => {
  testbed = await openApiTestbed();
  const { rows } = await testbed.root.query(`select tablename from pg_tables where schemaname = 'public' order by 1`);
  tables = rows.map(({ tablename }) => tablename);
});

let people = 0;
/** Creates two addresses and two numbers of equal length: one of each has an account and one has none. */
async function newPair() {
  people += 1;
  const known = `known${people}@example.com`;
  const unknown = `other${people}@example.com`;
  const [number, otherNumber] = [1, 2].map((kind) => `4917${kind}${String(people).padStart(7, '0')}`);
  await testbed.root.query(
    `insert into user_account (id, email, mobile, password_hash, nickname, invite_code, risk_text_version)
     values ($1, $2, $3, $4, 'Test', $5, 1)`,
    [testbed.nextId(), known, number, PASSWORD_HASH, `UNIFORM${people}`],
  );
  return { email: [known, unknown], mobile: [number, otherNumber] } as const;
}

/** Counts the rows of each table. */
async function countRows(): Promise<Record<string, number>> {
  const counts = tables.map((table) => `(select count(*)::int from "${table}") as "${table}"`);
  return (await testbed.root.query(`select ${counts.join(', ')}`)).rows[0];
}

/** Extracts everything by which a caller could distinguish two answers, except trace, time, and remaining calls. */
function describeAnswer({ statusCode, headers, body }: LightMyRequestResponse) {
  const { trace: _, ...answer } = JSON.parse(body) as Record<string, unknown>;
  const { date, 'x-trace': trace, ratelimit: left, ...rest } = headers;
  const { data } = answer as { data?: { request?: string } };
  if (data?.request !== undefined) data.request = `${data.request.length} letters`; // Unique per call.

  expect([typeof date, typeof trace, typeof left]).toEqual(['string', 'string', 'string']);
  // Two calls rejected before processing would be equal without proving anything.
  expect(['parameter_error', 'too_many_requests', 'internal', 'not_found']).not.toContain(answer.error);
  return { statusCode, headers: rest, answer };
}

/** Returns the answer of one call and the rows it wrote, table by table. */
async function observe(route: Route, fields: object) {
  const before = await countRows();
  const answer = describeAnswer(await testbed.send(route, fields));
  const after = await countRows();
  return { answer, written: tables.map((table) => [table, after[table]! - before[table]!]) };
}

const password = { password: 'wrong one at all' };
const wanted = { password: 'battery staple', repassword: 'battery staple' };
const code = { code: '000000' };
const caseOf = (route: Route, field: string, more: object = {}) => [route, field, more] as const;

const CASES = {
  email: [
    ...['register', 'forget', 'withdraw', 'unfreeze'].map((purpose) =>
      caseOf(routes.sendMailCode, 'user_string', { purpose }),
    ),
    caseOf(routes.checkEmail, 'user_string'),
    caseOf(routes.checkCode, 'user_string', { ...code, purpose: 'forget' }),
    caseOf(routes.login, 'user_string', password),
    caseOf(routes.forget, 'account', { ...wanted, ...code }),
    caseOf(routes.unfreeze, 'user_string', { ...password, ...code }),
  ],
  mobile: [
    ...['register', 'forget', 'mobile'].map((type) => caseOf(routes.sendSmsCode, 'mobile', { type })),
    caseOf(routes.checkMobile, 'user_string'),
    caseOf(routes.checkCode, 'user_string', { ...code, purpose: 'forget', type: 'mobile' }),
    caseOf(routes.login, 'user_string', { ...password, type: 'mobile' }),
    caseOf(routes.forget, 'account', { ...wanted, ...code, type: 'mobile' }),
    caseOf(routes.unfreeze, 'user_string', { ...password, ...code, type: 'mobile' }),
  ],
} as const;

const rowsOf = (channel: keyof typeof CASES) =>
  CASES[channel].map(
    ([route, field, more]) => [route.path, JSON.stringify(more), channel, route, field, more] as const,
  );

describe('an account that exists and one that does not', () => {
  it.each([...rowsOf('email'), ...rowsOf('mobile')])(
    'are indistinguishable: %s %s by %s',
    async (_path, _json, channel, route, field, more) => {
      const [known, unknown] = (await newPair())[channel];
      // The first call also creates the address and global counters.
      await testbed.send(route, { [field]: (await newPair())[channel][0], ...more });
      expect(await observe(route, { [field]: known, ...more })).toEqual(
        await observe(route, { [field]: unknown, ...more }),
      );
    },
  );

  it.each(['email', 'mobile'] as const)('are indistinguishable after codes were sent by %s', async (channel) => {
    const [known, unknown] = (await newPair())[channel];
    const send = (to: string) =>
      channel === 'email'
        ? testbed.send(routes.sendMailCode, { user_string: to, purpose: 'forget' })
        : testbed.send(routes.sendSmsCode, { mobile: to, type: 'forget' });
    for (const to of [known, unknown]) await send(to ?? '');
    const forget = (account: string | undefined) =>
      observe(routes.forget, { account, type: channel, ...wanted, ...code });
    for (let tries = 1; tries <= 6; tries++) expect(await forget(known)).toEqual(await forget(unknown));
  });
});
