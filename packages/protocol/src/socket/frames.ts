import * as z from 'zod/mini';
import { amount, timeMs } from '../fields.ts';

/**
 * Builds a push frame. Each carries its position in its channel: the client refetches when `prev` is not the last `seq`
 * it received. The producer assigns the numbers, never the gateway.
 */
export const frame = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ channel: z.string(), prev: z.string(), seq: z.string(), data });

/** Server time, for countdowns that must not trust the phone's clock. */
export const timeFrame = z.object({ now: timeMs });

/** Changed balances of the session's mode: a hint with the new values, the API stays authoritative. */
export const balancesFrame = frame(
  z.array(z.object({ account: z.string(), currency: z.string(), available: amount, frozen: amount })),
);

/**
 * A new notice exists. This frame has no sequence, because notices belong to both modes and a sequence to one: `prev`
 * is always empty and `seq` is the notice's id. The client refetches the list on each frame, and on every connect.
 */
export const noticesFrame = frame(z.object({}));
