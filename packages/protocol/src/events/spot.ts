import { BOOKS } from '@app/domain/ledger';
import * as z from 'zod/mini';
import { amount, id } from '../fields.ts';
import { event } from './event.ts';

/** What one batch of the engine traded. Null in place of a person is the house's ladder, which pays no fee. */
export const fillsSettled = event(
  'spot.fill.settled',
  z.object({
    book: z.enum(BOOKS),
    fills: z.array(
      z.object({
        id,
        market: z.int(),
        taker: z.nullable(id),
        maker: z.nullable(id),
        /** Both in the quote currency, like the cost, which has neither in it. */
        taker_fee: amount,
        maker_fee: amount,
        cost: amount,
        quote: z.string(),
      }),
    ),
  }),
);
