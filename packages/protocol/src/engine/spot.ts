import { FORCES, SIDES } from '@app/domain/spot';
import * as z from 'zod/mini';
import { id, positiveAmount } from '../fields.ts';
import { price } from '../market/fields.ts';
import { order } from '../spot/fields.ts';
import { cancelAllOrders } from '../spot/routes.ts';
import { engineCommand } from './command.ts';

/** An order request inside a command; the same fields as `OrderRequest` of the domain. */
const orderRequest = z.union([
  z.object({
    kind: z.literal('limit'),
    side: z.enum(SIDES),
    price,
    quantity: positiveAmount,
    force: z.enum(FORCES),
  }),
  z.object({ kind: z.literal('market'), side: z.literal('sell'), quantity: positiveAmount }),
  z.object({ kind: z.literal('market'), side: z.literal('buy'), budget: positiveAmount }),
  z.object({ kind: z.literal('market'), side: z.literal('sell'), proceeds: positiveAmount }),
]);

const market = z.int();

export const placeCommand = engineCommand('spot.place', z.object({ market, request: orderRequest }), order);
export const cancelCommand = engineCommand('spot.cancel', z.object({ order: id }), order);
/** Cancels the open orders of one market, or of all. */
export const cancelAllCommand = engineCommand(
  'spot.cancelAll',
  z.object({ market: z.optional(market), reason: z.enum(['user', 'reset']) }),
  cancelAllOrders.response,
);

/** Reads the house's inventory of a market again; written to the inbox by the program that moved it. */
export const readInventoryCommand = engineCommand('spot.readInventory', z.object({ market }), z.null());

/** Every command that spot accepts from other processes. */
export const SPOT_COMMANDS = [placeCommand, cancelCommand, cancelAllCommand, readInventoryCommand] as const;
