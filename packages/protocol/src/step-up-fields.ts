import { CODE_DIGITS } from '@app/domain/checks';
import * as z from 'zod/mini';
import { id, numericCode } from './fields.ts';
import type { Route } from './route.ts';

const PROOF = ['challenge', 'code', 'google_code'];

/**
 * Returns the fields that prove an action and are no part of it: excluded from its digest. On money calls `password` is
 * the trade password.
 */
export const proofFieldsOf = ({ stepUp }: Route): readonly string[] =>
  stepUp === undefined || stepUp.policy === 'account' ? PROOF : [...PROOF, 'password'];

const mailedCode = numericCode(CODE_DIGITS, 'The six digits that were mailed or texted for this purpose.', '402113');
const googleCode = numericCode(CODE_DIGITS, 'The six digits the authenticator shows.', '118304');

/** Fields of every route with `stepUp`: a challenge proven before, or the factors themselves. */
export const stepUpFields = {
  challenge: z.optional(id),
  code: z.optional(mailedCode),
  google_code: z.optional(googleCode),
};
