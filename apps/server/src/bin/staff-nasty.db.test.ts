import { STAFF_ROLES } from '@app/domain/staff';
import { NAMED_STAFF_ROUTES, type Route, refusalsOf } from '@app/protocol';
import * as routes from '@app/protocol/staff';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { asQuery } from '../../test/api-testbed.ts';
import { NASTY } from '../../test/nasty-values.ts';
import { STAFF_ACCESS, STAFF_REQUESTS } from '../../test/staff-expectations.ts';
import { openStaffTestbed, type StaffTestbed, type TestStaff } from '../../test/staff-testbed.ts';

let testbed: StaffTestbed;
let staff: TestStaff;

beforeAll(async () => {
  testbed = await openStaffTestbed();
  await testbed.newStaff('support'); // Number 1, which some values name: it may be disabled.
  staff = await testbed.newStaff(...STAFF_ROLES);
});

/** A run plants every eighth value, chosen by the seed; a full run plants all. */
const SHARE = inject('isLong') ? 1 : 8;
const FIRST = inject('seed') % SHARE;

const planted = (route: Route): [field: string, value: unknown][] =>
  Object.keys(route.request.shape).flatMap((field, at) =>
    NASTY.filter((_, index) => index % SHARE === (FIRST + at) % SHARE).map((value): [string, unknown] => [
      field,
      value,
    ]),
  );

async function sendPlanted(name: string, route: Route, field: string, value: unknown) {
  const whole = { ...STAFF_REQUESTS[name], [field]: value };
  const fields = route.method === 'GET' ? asQuery(whole) : whole;
  const fits = z.safeDecode(route.request, fields as never).success;
  const caller = STAFF_ACCESS[name] === 'visitor' ? undefined : staff;
  return { fits, reply: await testbed.send(caller, route, fields) };
}

describe('every staff route × every field × every nasty value', () => {
  it.each(NAMED_STAFF_ROUTES.filter(([name]) => name !== 'staffLogout'))(
    '%s refuses what does not fit, and answers the rest with success or a refusal it declares',
    async (name, route) => {
      const owner = await testbed.bare('migrate');
      for (const [field, value] of planted(route)) {
        await owner.query('delete from attempt'); // Otherwise the rate limit would answer after a few values.
        const { fits, reply } = await sendPlanted(name, route, field, value);
        const where = `${field}=${JSON.stringify(value)}: ${reply.status} ${reply.error}`;
        if (fits) expect(reply.status, where).toBeLessThan(500);
        else expect([reply.status, reply.error], where).toEqual([400, 'parameter_error']);
        if (fits && reply.status !== 200) expect(refusalsOf(route), where).toContain(reply.error);
      }
    },
  );

  /** Payloads by kind with a hole for the value. */
  const PAYLOADS: Readonly<Record<string, (value: unknown) => object>> = {
    'setting.version': (value) => ({ key: 'reference.operator_name', version: 1, value }),
    'staff.create': (value) => ({ email: 'x@staff.test', name: value, roles: ['support'] }),
    'staff.roles': (value) => ({ staff_id: value, roles: ['support'] }),
    'staff.enable': (value) => ({ staff_id: '1', extra: value }),
  };

  it.each(Object.entries(PAYLOADS))(
    'a change of kind %s survives every value in its payload',
    async (kind, payloadOf) => {
      for (const value of [...NASTY, '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\\ud800']) {
        const payload = JSON.stringify(payloadOf(value));
        const { status, error } = await testbed.send(staff, routes.proposeChange, { kind, payload, reason: 'a test' });
        expect(status, `${payload}: ${error}`).toBeLessThan(500);
      }
    },
  );
});
