import { MODES } from '@app/domain/ledger';
import { BET_RESULTS, BET_SIDES } from '@app/domain/seconds';
import * as z from 'zod/mini';
import { amount, id } from '../fields.ts';
import { event } from './event.ts';

/** Bets that ended in one engine batch. */
export const betsSettled = event(
  'seconds.bet.settled',
  z.object({
    book: z.enum(MODES),
    bets: z.array(
      z.object({
        id,
        /** Of its receipt. */
        settlement: id,
        user: id,
        market: z.int(),
        side: z.enum(BET_SIDES),
        outcome: z.enum([...BET_RESULTS, 'cancelled', 'void']),
        stake: amount,
        returned: amount,
        currency: z.string(),
      }),
    ),
  }),
);
