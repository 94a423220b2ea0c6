import { POSITION_SIDES } from '@app/domain/contract';
import * as z from 'zod/mini';
import { deal } from '../contract/fields.ts';
import { id, positiveAmount } from '../fields.ts';
import { price } from '../market/fields.ts';
import { engineCommand } from './command.ts';

const market = z.int();
/** Day of delivery; undefined for a perpetual contract. */
const series = z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)));
/** The user's country, as the API knows it: some have a lower highest leverage. */
const country = z.optional(z.string().check(z.regex(/^[A-Z]{2}$/)));

/** Opens a position at the next valid tick; with a limit, the order may wait. */
export const openCommand = engineCommand(
  'contract.open',
  z.object({
    market,
    series,
    side: z.enum(POSITION_SIDES),
    lots: positiveAmount,
    leverage: z.int(),
    limit: z.optional(price),
    stopLoss: z.optional(price),
    takeProfit: z.optional(price),
    country,
  }),
  deal,
);
/** Closes a position, or some lots of it, at the next valid tick. It is acknowledged before that. */
export const closeCommand = engineCommand('contract.close', z.object({ id, lots: z.optional(positiveAmount) }), deal);
/** Closes all of the user's positions, or all of one side. */
export const closeAllCommand = engineCommand(
  'contract.closeAll',
  z.object({ side: z.optional(z.enum(POSITION_SIDES)) }),
  z.object({ closing: z.int() }),
);
/** Closes a position and opens the opposite one, at the same tick. */
export const reverseCommand = engineCommand('contract.reverse', z.object({ id, country }), deal);
/** Replaces stop-loss and take-profit; undefined removes one. */
export const setStopsCommand = engineCommand(
  'contract.setStops',
  z.object({ id, stopLoss: z.optional(price), takeProfit: z.optional(price) }),
  deal,
);
export const cancelPendingCommand = engineCommand('contract.cancel', z.object({ id }), deal);
/** Cancels all of the user's pending orders. */
export const cancelAllPendingCommand = engineCommand(
  'contract.cancelAll',
  z.object({}),
  z.object({ cancelled: z.int() }),
);
/** Adds margin at once; removes it at the next valid tick. */
export const addMarginCommand = engineCommand('contract.addMargin', z.object({ id, amount: positiveAmount }), deal);
export const removeMarginCommand = engineCommand(
  'contract.removeMargin',
  z.object({ id, amount: positiveAmount, country }),
  deal,
);

/**
 * Everything that one tick does to one market. The engine itself stores it in the inbox, if it cannot be decided in the
 * batch of its tick.
 */
export const runCommand = engineCommand(
  'contract.run',
  z.object({
    market,
    seq: z.int(),
    price,
    atMs: z.int(),
    block: z.int(),
    /** When the block was sealed. */
    sealedMs: z.int(),
  }),
  z.null(),
);

/** Every command that contracts accept from other processes, and what the engine stores for itself. */
export const CONTRACT_COMMANDS = [
  openCommand,
  closeCommand,
  closeAllCommand,
  reverseCommand,
  setStopsCommand,
  cancelPendingCommand,
  cancelAllPendingCommand,
  addMarginCommand,
  removeMarginCommand,
  runCommand,
] as const;
