import * as z from 'zod/mini';
import { timeMs } from '../fields.ts';
import { route } from '../route.ts';

export const terms = route({
  method: 'GET',
  path: '/plus/terms',
  access: 'visitor',
  description:
    'Returns the version of the terms in force and who runs the exchange. Their text is the article of category 34.',
  request: z.object({}),
  response: z.object({
    version: z.int(),
    /** Empty if the operator has not stated it. */
    operator: z.string(),
  }),
  refusals: [],
  beyond: true,
});

export const acceptedTerms = route({
  method: 'GET',
  path: '/plus/terms/accepted',
  access: 'user',
  description: 'Returns which version of the terms the caller accepted, and when.',
  request: z.object({}),
  response: z.object({
    /** Null if the account was opened before the version was recorded. */
    version: z.nullable(z.int()),
    at: timeMs,
  }),
  refusals: [],
  beyond: true,
});
