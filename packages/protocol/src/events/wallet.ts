import * as z from 'zod/mini';
import { id, positiveAmount } from '../fields.ts';
import { event } from './event.ts';

/** Money moved between two of a user's own accounts. */
export const walletChanged = event(
  'wallet.change.completed',
  z.object({
    id,
    userId: id,
    book: z.enum(['real', 'demo']),
    from: z.string(),
    to: z.string(),
    currency: z.string(),
    amount: positiveAmount,
  }),
);
