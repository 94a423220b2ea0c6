import { FACTORS } from '@app/domain/auth';
import { CODE_DIGITS } from '@app/domain/checks';
import * as z from 'zod/mini';
import { flag, id, numericCode, timeMs } from '../fields.ts';
import { route } from '../route.ts';

const factor = z.enum(FACTORS);
const digits = (what: string) => z.optional(numericCode(CODE_DIGITS, what, '402113'));

/** Progress of a challenge: one factor of each group is required. */
const progress = z.object({
  challenge: id,
  needs: z.array(z.array(factor)),
  proven: z.array(factor),
  is_enough: flag,
  expires_at: timeMs,
});

export const startStepUp = route({
  method: 'POST',
  path: '/plus/step-up',
  access: 'user',
  description:
    'Opens a step-up challenge for one action: `fields` is what will be sent to `path`, as JSON text. It is valid for exactly that.',
  request: z.object({
    path: z.string().check(z.maxLength(100), z.regex(/^\/[\w/-]+$/)),
    fields: z.string().check(z.maxLength(20_000)),
  }),
  response: progress,
  refusals: ['not_found', 'trade_password_missing'],
  beyond: true,
});

export const sendStepUpCode = route({
  method: 'POST',
  path: '/plus/step-up/code',
  access: 'user',
  description: 'Sends a one-time code that is valid for this challenge only.',
  request: z.object({ challenge: id, channel: z._default(z.enum(['email', 'mobile']), 'email') }),
  response: z.object({ sent: flag }),
  refusals: ['not_found'],
  beyond: true,
});

export const startStepUpPasskey = route({
  method: 'POST',
  path: '/plus/step-up/passkey',
  access: 'user',
  description: 'Returns the options the browser needs to prove this challenge with a passkey.',
  request: z.object({ challenge: id }),
  response: z.object({ options: z.string() }),
  refusals: ['not_found'],
  beyond: true,
});

export const proveStepUp = route({
  method: 'POST',
  path: '/plus/step-up/prove',
  access: 'user',
  description: 'Proves one or more factors of a challenge. The action is then sent with the challenge’s id.',
  request: z.object({
    challenge: id,
    trade_password: z.optional(z.string().check(z.regex(/^\d{4,6}$/))),
    code: digits('The six digits that were sent for this challenge.'),
    google_code: digits('The six digits the authenticator shows.'),
    credential: z.optional(z.string().check(z.maxLength(20_000))),
  }),
  response: progress,
  refusals: [
    'not_found',
    'trade_password_wrong',
    'trade_password_missing',
    'code_wrong',
    'code_expired',
    'google_code_wrong',
    'passkey_failed',
  ],
  beyond: true,
});
