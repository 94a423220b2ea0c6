import { type Access, type CallerLevel, route, STAFF_ROLES, USER_ACCESS } from '@app/protocol';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { plainCaller } from '../../../test/plain-caller.ts';
import type { Caller, Http } from './caller.ts';
import { createHttp } from './http.ts';
import { serve } from './serve.ts';

const owner = plainCaller({ userId: 7n, sessionId: 1n, mode: 'real' });
const CALLERS: Readonly<Record<string, Partial<CallerLevel>>> = {
  user: {},
  level1: { verification: 1 },
  level2: { verification: 2 },
  merchant: { roles: ['merchant'] },
  trader: { roles: ['trader'] },
  frozen: { verification: 2, roles: ['merchant', 'trader'], isFrozen: true },
};

/** All access levels, plus one that bypasses the type. */
const LEVELS: readonly Access[] = [...USER_ACCESS, 'staff', 'root' as Access];

/** Callers that get 200, listed by hand. No caller reaches a staff route here, because this process has no staff. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  nobody: ['visitor'],
  user: ['visitor', 'user'],
  level1: ['visitor', 'user', 'kyc1'],
  level2: ['visitor', 'user', 'kyc1', 'kyc2'],
  merchant: ['visitor', 'user', 'merchant'],
  trader: ['visitor', 'user', 'trader'],
  frozen: ['visitor'],
};

const pathOf = (level: string) => `/probe/${level.replace(':', '-')}` as const;
const probe = {
  method: 'GET',
  description: 'A probe.',
  request: z.object({}),
  response: z.object({}),
  refusals: [],
} as const;
let http: Http;
let ran = 0;

beforeAll(() => {
  const findCaller = (token: string) => {
    const callerLevel = CALLERS[token];
    const caller: Caller | undefined = callerLevel && { ...owner, ...callerLevel };
    return Promise.resolve(caller && { caller });
  };
  http = createHttp({ log: pino({ level: 'silent' }), findCaller });
  for (const access of LEVELS)
    serve(http, route({ ...probe, path: pathOf(access), access, staffRoles: STAFF_ROLES }), () => {
      ran++;
      return Promise.resolve({});
    });
  serve(http, route({ ...probe, path: '/probe/product', access: 'user', product: 'seconds' }), () =>
    Promise.resolve({}),
  );
});

const send = async (path: string, who: string) => {
  const headers = who === 'nobody' ? {} : { authorization: who };
  return (await http.app.inject({ url: `/api${path}`, headers })).json();
};

describe(`access: ${LEVELS.length} levels × ${Object.keys(ALLOWED).length} callers`, () => {
  it.each(Object.entries(ALLOWED))('%s reaches exactly the routes in the table', async (who, allowed) => {
    const reached: string[] = [];
    for (const level of LEVELS) {
      const before = ran;
      const { type } = await send(pathOf(level), who);
      expect(ran - before, `${level}: a refused request runs nothing`).toBe(type === 'ok' ? 1 : 0);
      if (type === 'ok') reached.push(level);
    }
    expect(reached).toEqual(allowed);
  });

  it('returns 998 if the identity is missing, and 999 if the session is', async () => {
    expect(await send(pathOf('kyc1'), 'user')).toMatchObject({ type: 998, error: 'identity_required' });
    expect(await send(pathOf('kyc2'), 'level1')).toMatchObject({ type: 998, error: 'identity_required' });
    expect(await send(pathOf('kyc2'), 'nobody')).toMatchObject({ type: 999, error: 'login_required' });
    expect(await send(pathOf('merchant'), 'level2')).toMatchObject({ type: 'error', error: 'not_allowed' });
  });

  it('refuses a risky product if no check can confirm that it is open', async () => {
    expect(await send('/probe/product', 'level2')).toMatchObject({ error: 'feature_unavailable' });
  });
});
