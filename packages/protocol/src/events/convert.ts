import { CONVERT_ACCOUNTS } from '@app/domain/convert';
import { MODES } from '@app/domain/ledger';
import * as z from 'zod/mini';
import { id, positiveAmount } from '../fields.ts';
import { event } from './event.ts';

/** A user's coins became other coins of the same account. */
export const conversionCompleted = event(
  'convert.conversion.completed',
  z.object({
    id,
    userId: id,
    book: z.enum(MODES),
    account: z.enum(CONVERT_ACCOUNTS),
    from: z.string(),
    to: z.string(),
    amount: positiveAmount,
    received: positiveAmount,
  }),
);
