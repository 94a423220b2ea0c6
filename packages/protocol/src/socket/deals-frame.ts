import * as z from 'zod/mini';
import { deal } from '../contract/fields.ts';
import { frame } from './frames.ts';

/**
 * Changed deals of the session's mode, each complete. The engine numbers them in memory, as it does orders. Results that
 * depend on the price of now are computed from the ticks.
 */
export const dealsFrame = frame(z.object({ deals: z.array(deal) }));
