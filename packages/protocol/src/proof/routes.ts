import * as z from 'zod/mini';
import { id } from '../fields.ts';
import { provePrice } from '../market/block.routes.ts';
import { route } from '../route.ts';

export const readReceipt = route({
  method: 'GET',
  path: '/plus/verify',
  access: 'visitor',
  says: 'The receipt of something that the house did, as it was issued: the rule, all that went into it, and the proof of the index price it names. Whoever has it can compute it again.',
  request: z.object({ id }),
  response: z.object({
    kind: z.string(),
    /** Never sorted out or rounded here: each kind has its own fields, and the verifier reads them. */
    body: z.record(z.string(), z.unknown()),
    proof: provePrice.response,
  }),
  refusals: ['not_found'],
  beyond: true,
});
