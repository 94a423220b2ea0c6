import { MODES } from '@app/domain/ledger';
import * as z from 'zod/mini';
import { amount, rate, timeMs } from '../fields.ts';
import { country, symbol } from '../market/fields.ts';
import { route } from '../route.ts';
import { marketRules, terms } from './rule-fields.ts';

const mode = z._default(z.enum(MODES), 'real');

export const readContractRules = route({
  method: 'GET',
  path: '/plus/contract/rules',
  access: 'visitor',
  description:
    'Returns the contract rules in force in an account mode, for a country if given. With them and the index price a client computes what the engine would decide.',
  request: z.object({ mode, country }),
  response: z.object({
    terms,
    /** Version of `contract.classes`, which the markets' rules come from. */
    classes: z.int(),
    lots_min: amount,
    limit_band_rate: rate,
    removal_buffer_rate: rate,
    user_notional_max: amount,
    positions_max: z.int(),
    leverage_preselected: z.int(),
    reopening_ticks: z.int(),
    list: z.array(z.object(marketRules)),
  }),
  refusals: [],
  beyond: true,
});

/** A figure is null while fewer than five users are behind it. */
const figure = z.nullable(amount);
const forced = z.object({
  /** Positions, or parts of them, that were liquidated, and their value at the price of that. */
  count: z.nullable(z.int()),
  value: figure,
});

export const readContractStats = route({
  method: 'GET',
  path: '/plus/contract/stats',
  access: 'visitor',
  description:
    'Returns what is open in contracts in an account mode, what was liquidated within 24 hours, and the insurance fund. A figure with fewer than five users behind it is null. It is a few seconds old.',
  request: z.object({ mode }),
  response: z.object({
    at: timeMs,
    list: z.array(
      z.object({
        symbol,
        /** Lots of both sides together, and their value in USDT at the index price. */
        open_lots: figure,
        open_value: figure,
        /** Share of longs: by number of positions, and by lots. */
        long_share: z.nullable(rate),
        long_lots_share: z.nullable(rate),
        long_liquidations: forced,
        short_liquidations: forced,
      }),
    ),
    /** In USDT; what came in and went out within 24 hours. */
    insurance: z.object({ balance: amount, received: amount, paid: amount }),
  }),
  refusals: [],
  beyond: true,
});
