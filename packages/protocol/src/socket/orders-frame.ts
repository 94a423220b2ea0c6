import * as z from 'zod/mini';
import { order } from '../spot/fields.ts';
import { frame } from './frames.ts';

/**
 * Orders of the session's own book that changed, each whole. The engine numbers them in its memory: after its restart `prev` is
 * empty, which is a gap like any other. Whoever hears one had better fetch the balances again, which changed with them.
 */
export const ordersFrame = frame(z.object({ orders: z.array(order) }));
