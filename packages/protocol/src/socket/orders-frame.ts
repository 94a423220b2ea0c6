import * as z from 'zod/mini';
import { order } from '../spot/fields.ts';
import { frame } from './frames.ts';

/**
 * Changed orders of the session's mode, each complete. The engine numbers them in memory: after a restart `prev` is
 * empty, which is a gap like any other. The client should also refetch the balances, which changed with them.
 */
export const ordersFrame = frame(z.object({ orders: z.array(order) }));
