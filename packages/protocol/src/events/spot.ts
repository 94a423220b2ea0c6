import { MODES } from '@app/domain/ledger';
import * as z from 'zod/mini';
import { amount, id } from '../fields.ts';
import { event } from './event.ts';

/** Fills of one engine batch. A null user is the house ladder, which pays no fee. */
export const fillsSettled = event(
  'spot.fill.settled',
  z.object({
    book: z.enum(MODES),
    fills: z.array(
      z.object({
        id,
        market: z.int(),
        taker: z.nullable(id),
        maker: z.nullable(id),
        /** Both in the quote currency, like the cost, which excludes them. */
        taker_fee: amount,
        maker_fee: amount,
        cost: amount,
        quote: z.string(),
      }),
    ),
  }),
);
