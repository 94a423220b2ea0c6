import { createHash } from 'node:crypto';
import { ROUTES, type Route, refusalsOf } from '@app/protocol';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { type ApiTestbed, asQuery, openApiTestbed } from '../../test/api-testbed.ts';
import { ENDS_SESSION, FIELDS_ROUTES, goodRequest } from '../../test/good-requests.ts';
import { NASTY } from '../../test/nasty-values.ts';
import { addChain, addSender } from '../../test/withdrawal-rows.ts';

let testbed: ApiTestbed;

beforeAll(async () => {
  testbed = await openApiTestbed();
  await addChain(testbed.root);
  await addSender(testbed.root);
});

/**
 * Divisor of the values planted per field: a run plants every twelfth value, chosen by the seed; a full run plants all.
 */
const SHARE = inject('isLong') ? 1 : 12;

function valuesFor(name: string, field: string): readonly unknown[] {
  const draw = createHash('sha256')
    .update(`${inject('seed')} ${name} ${field}`)
    .digest()
    .readUInt32LE();
  return NASTY.filter((_, index) => index % SHARE === draw % SHARE);
}

/**
 * Builds the request with one field replaced, as the route's transport carries it, and reports whether it fits the
 * protocol.
 */
function plant(name: string, route: Route, field: string, value: unknown) {
  const whole = { ...goodRequest([name, route]), [field]: value };
  const fields = route.method === 'GET' ? asQuery(whole) : whole;
  return { fields, fits: z.safeDecode(route.request, fields as never).success };
}

const countMoney = async () =>
  (
    await testbed.root.query(
      `select count(*)::text || ' ' || coalesce(sum(abs(available_delta)), 0)::text as money from ledger_entry`,
    )
  ).rows[0].money;

/** Status of `feature_coming_soon`, which is a refusal like any other and not a failure. */
const NOT_BUILT = 501;

describe('every route × every field × every nasty value', () => {
  it.each(FIELDS_ROUTES)('%s never breaks, and moves no money for an invalid value', async (name, route) => {
    const token = await testbed.newSession();
    const before = await countMoney();
    for (const field of Object.keys(route.request.shape)) {
      for (const value of valuesFor(name, field)) {
        const { fields, fits } = plant(name, route, field, value);
        if (fits) continue; // Valid requests are judged by the use cases' own tests.
        const response = await testbed.send(route, fields, token);
        expect(response.statusCode, `${field}=${JSON.stringify(value)}`).toBe(400);
        expect(response.json()).toMatchObject({
          code: 0,
          error: route.malformed?.[field] ?? 'parameter_error',
          fields: [field],
        });
      }
    }
    expect(await countMoney()).toBe(before);
  });

  it.each(FIELDS_ROUTES)(
    '%s answers every valid nasty value with success or a refusal it declares',
    async (name, route) => {
      let token = await testbed.newSession();
      for (const field of Object.keys(route.request.shape)) {
        for (const value of valuesFor(name, field)) {
          const { fields, fits } = plant(name, route, field, value);
          if (!fits) continue;
          if (ENDS_SESSION.includes(name)) token = await testbed.newSession();
          await testbed.root.query('delete from attempt'); // Otherwise the rate limit would answer after a few values.
          const response = await testbed.send(route, fields, token);
          const isSound = response.statusCode < 500 || response.statusCode === NOT_BUILT;
          expect(isSound, `${field}=${JSON.stringify(value)}: ${response.statusCode}`).toBe(true);
          if (response.statusCode !== 200) expect(refusalsOf(route)).toContain(response.json().error);
        }
      }
    },
  );

  it('has bound every route of the protocol', () => {
    expect(new Set(testbed.http.bound)).toEqual(new Set(ROUTES));
  });
});
