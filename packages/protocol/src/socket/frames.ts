import * as z from 'zod/mini';
import { amount, timeMs } from '../fields.ts';

/**
 * Every push carries its place in its channel: the client refetches when `prev` is not the last `seq` it saw.
 * Numbers come from the producer, never from the gateway.
 */
export const frame = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ channel: z.string(), prev: z.string(), seq: z.string(), data });

/** The server's clock, for countdowns that must not trust the phone's. */
export const timeFrame = z.object({ now: timeMs });

/** Balances of the session's own book that changed: a hint with the new truth, the API stays the reference. */
export const balancesFrame = frame(
  z.array(z.object({ account: z.string(), currency: z.string(), available: amount, frozen: amount })),
);

/**
 * There is a new notice. This one has no sequence, because notices belong to both books and a place to one: `prev` is always
 * empty and `seq` is the notice's id. Whoever hears it fetches the list again, and fetches it too whenever they connect.
 */
export const noticesFrame = frame(z.object({}));
