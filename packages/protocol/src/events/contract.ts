import { POSITION_SIDES, SETTLEMENT_CAUSES } from '@app/domain/contract';
import { MODES } from '@app/domain/ledger';
import * as z from 'zod/mini';
import { amount, id } from '../fields.ts';
import { price } from '../market/fields.ts';
import { event } from './event.ts';

/** Ends of positions, or of some of their lots, in one engine batch. Amounts are in USDT. */
export const contractSettled = event(
  'contract.position.settled',
  z.object({
    book: z.enum(MODES),
    settlements: z.array(
      z.object({
        id,
        position: id,
        user: id,
        market: z.int(),
        side: z.enum(POSITION_SIDES),
        cause: z.enum(SETTLEMENT_CAUSES),
        lots: amount,
        price,
        /** Gain or loss before fees. */
        result: amount,
        returned: amount,
      }),
    ),
  }),
);
