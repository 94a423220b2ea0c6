import * as z from 'zod/mini';
import { flag, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { user } from './fields.ts';

// Apart from the other routes of accounts: home reads only these, and loads nothing else.

export const userInfo = route({
  method: 'GET',
  path: '/user/info',
  access: 'user',
  description: 'Returns the caller’s profile.',
  request: z.object({}),
  response: user,
  refusals: [],
});

export const readSecurity = route({
  method: 'GET',
  path: '/plus/security',
  access: 'user',
  description: 'Returns which security factors the caller’s account has.',
  request: z.object({}),
  response: z.object({
    email: z.string(),
    mobile: z.string(),
    has_trade_password: flag,
    authenticator_bound_at: z.nullable(timeMs),
    passkeys: z.int(),
    phrase: z.string(),
    sessions: z.int(),
    withdrawals_held_until: z.nullable(timeMs),
  }),
  refusals: [],
  beyond: true,
});
