import * as z from 'zod/mini';
import { id, timeMs } from '../fields.ts';
import { provePrice } from '../market/block.routes.ts';
import { route } from '../route.ts';

/** Free-form fields, never filtered or rounded here: each kind has its own, and the verifier reads them. */
const jsonObject = z.record(z.string(), z.unknown());

/** A setting value as published; version 0 is the initial value, in force from the start until the first change. */
const published = z.object({ version: z.int(), value: jsonObject, from: z.nullable(timeMs) });

export const readReceipt = route({
  method: 'GET',
  path: '/plus/verify',
  access: 'visitor',
  description:
    'Returns the receipt of a house trade as issued: the rule, all its inputs, the published settings of its version and the proof of its index price. The outcome can be recomputed from it.',
  request: z.object({ id }),
  response: z.object({
    kind: z.string(),
    body: jsonObject,
    /** Null if nothing was ever published under the version that the receipt names. */
    settings: z.nullable(published),
    proof: provePrice.response,
  }),
  refusals: ['not_found'],
  beyond: true,
});

export const listSettings = route({
  method: 'GET',
  path: '/plus/verify/settings',
  access: 'visitor',
  description:
    'Lists every version of a setting that receipts refer to, newest first. It is public: two users can compare that they were shown the same.',
  request: z.object({ key: z.enum(['spot.ladder']) }),
  response: z.object({ list: z.array(published) }),
  refusals: [],
  beyond: true,
});
