import { CASE_LEVELS } from '@app/domain/kyc';
import * as z from 'zod/mini';
import { id } from '../fields.ts';
import { event } from './event.ts';

/** A user sent documents for a level; they wait for review. */
export const caseSubmitted = event(
  'kyc.case.submitted',
  z.object({ id, userId: id, level: z.union([z.literal(CASE_LEVELS[0]), z.literal(CASE_LEVELS[1])]) }),
);

/** The documents that a user sent for a level were approved or rejected, or an approval ended. */
export const caseDecided = event(
  'kyc.case.decided',
  z.object({
    id,
    userId: id,
    level: z.union([z.literal(CASE_LEVELS[0]), z.literal(CASE_LEVELS[1])]),
    outcome: z.enum(['approved', 'rejected', 'expired']),
    /** The user's level from now on. */
    verification: z.int(),
  }),
);
