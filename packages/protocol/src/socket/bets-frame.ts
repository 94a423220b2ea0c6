import * as z from 'zod/mini';
import { bet } from '../seconds/fields.ts';
import { frame } from './frames.ts';

/** Changed bets of the session's mode, each complete. The engine numbers them in memory, as it does orders. */
export const betsFrame = frame(z.object({ bets: z.array(bet) }));
