import { LIMIT_KINDS } from '@app/domain/limits';
import * as z from 'zod/mini';
import { amount, sentTimeMs, timeMs } from '../fields.ts';
import { route } from '../route.ts';

const value = { amount: z.nullable(amount), until: z.nullable(timeMs) };

/** A daily limit has an amount in USDT, a cool-off has a time; null means none. */
const limit = z.object({
  kind: z.enum(LIMIT_KINDS),
  ...value,
  /** A looser value that takes effect later. */
  next: z.nullable(z.object({ ...value, from: timeMs })),
});

const limits = z.object({ list: z.array(limit) });

export const readLimits = route({
  method: 'GET',
  path: '/plus/limits',
  access: 'user',
  description: 'Lists the limits the caller has set for their own trading. They apply to real money.',
  request: z.object({}),
  response: limits,
  refusals: [],
  beyond: true,
});

export const changeLimit = route({
  method: 'POST',
  path: '/plus/limits',
  access: 'user',
  description:
    'Sets a personal limit. A tighter one applies at once, a looser one after a waiting period. An empty value removes it.',
  request: z.object({
    kind: z.enum(LIMIT_KINDS),
    amount: z.optional(amount),
    until: z.optional(sentTimeMs),
  }),
  response: limits,
  refusals: [],
  beyond: true,
});
