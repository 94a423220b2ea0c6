import { BET_SIDES } from '@app/domain/seconds';
import * as z from 'zod/mini';
import { id, positiveAmount } from '../fields.ts';
import { price } from '../market/fields.ts';
import { bet } from '../seconds/fields.ts';
import { engineCommand } from './command.ts';

/** Accepts a bet. */
export const betCommand = engineCommand(
  'seconds.bet',
  z.object({
    market: z.int(),
    side: z.enum(BET_SIDES),
    seconds: z.int(),
    stake: positiveAmount,
    currency: z.string(),
    /** Version of the payout table that the user saw. */
    version: z.optional(z.int()),
  }),
  bet,
);
/** Notes a cancel; the ticks decide whether it counts. */
export const cancelBetCommand = engineCommand('seconds.cancel', z.object({ id }), bet);

/**
 * What one tick does to the bets of one market. The engine itself stores it in the inbox, if it cannot be decided in the
 * batch of its tick.
 */
export const betRunCommand = engineCommand(
  'seconds.run',
  z.object({ market: z.int(), seq: z.int(), price, atMs: z.int(), block: z.int() }),
  z.null(),
);

/** Every command that seconds options accept from other processes, and what the engine stores for itself. */
export const SECONDS_COMMANDS = [betCommand, cancelBetCommand, betRunCommand] as const;
