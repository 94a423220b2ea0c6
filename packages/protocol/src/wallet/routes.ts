import * as z from 'zod/mini';
import { amount, flag, sentTimeMs, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { currency, pushSeq, valuedBalance } from './balance-fields.ts';

export const listWallets = route({
  method: 'POST',
  path: '/wallet/list',
  access: 'user',
  description:
    'Lists every balance of the active account mode (real or demo). `equivalent` is its value in USDT at the index price, null if there is none.',
  request: z.object({}),
  response: z.object({ list: z.array(valuedBalance), seq: pushSeq }),
  refusals: [],
});

export const equityDay = route({
  method: 'GET',
  path: '/plus/equity/day',
  access: 'user',
  description:
    'Returns the caller’s equity in USDT at index prices since a time within the last 26 hours, usually the caller’s midnight. Bonus money is excluded.',
  request: z.object({ since: sentTimeMs }),
  response: z.object({
    /** Effective start: on a quarter of an hour, and not before the account's first. */
    since: timeMs,
    step_ms: z.int(),
    /** Equity at `since` and at the end of every completed step, oldest first; and the net inflow by then. */
    points: z.array(z.object({ worth: amount, came: amount })),
    now: amount,
    /** Net inflow from outside since then, each valued at its time: no gain and no loss. */
    came: amount,
    /** Coins held without a price; the totals exclude them. */
    unvalued: z.array(currency),
    /** Whether a simulated price was used. */
    simulated: flag,
  }),
  refusals: [],
  beyond: true,
});
