import * as z from 'zod/mini';
import { route } from '../route.ts';
import { account, areaCode, channel, code, done, googleCode, password } from './fields.ts';

export const freeze = route({
  method: 'POST',
  path: '/plus/freeze',
  access: 'user',
  description: 'Freezes the caller’s account: ends every session and refuses logins until the owner lifts the freeze.',
  request: z.object({}),
  response: done,
  refusals: [],
  beyond: true,
});

export const freezeByLink = route({
  method: 'POST',
  path: '/plus/freeze/link',
  access: 'visitor',
  description: 'Freezes an account by the link in one of its security mails.',
  request: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
  response: done,
  refusals: ['not_found'],
  beyond: true,
});

export const unfreeze = route({
  method: 'POST',
  path: '/plus/unfreeze',
  access: 'visitor',
  description: 'Lifts a freeze with password, code and, if bound, authenticator. Withdrawals are delayed afterwards.',
  request: z.object({
    user_string: account,
    type: channel,
    area_code: areaCode,
    password,
    code,
    google_code: googleCode,
  }),
  response: done,
  refusals: ['login_failed', 'code_wrong', 'code_expired', 'google_code_required', 'google_code_wrong'],
  beyond: true,
});
