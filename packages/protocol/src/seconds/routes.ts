import { BET_RESULTS } from '@app/domain/seconds';
import * as z from 'zod/mini';
import type { RefusalCode } from '../errors/catalogue.ts';
import { amount, count, id, listOf, paging, positiveAmount, sentTimeMs } from '../fields.ts';
import { symbol } from '../market/fields.ts';
import { route } from '../route.ts';
import { bet } from './fields.ts';

/** Refusals of the engine for any command, beyond those of every effect. */
const BY_ENGINE = ['account_busy', 'too_late'] as const satisfies readonly RefusalCode[];

const marketId = count({ min: 1, max: 1_000_000 }, 'A market, by its `match_id`.');

export const readStakeCurrencies = route({
  method: 'GET',
  path: '/microtrade/payable_currencies',
  access: 'user',
  description: 'Lists the currencies of stakes in the active account mode, with their limits and the caller’s balance.',
  request: z.object({}),
  response: z.object({
    list: z.array(
      z.object({
        currency_id: id,
        currency_name: z.string(),
        /** Stakes are multiples of it. */
        step: amount,
        stake_min: amount,
        stake_max: amount,
        /** The most that all users together may have open in one market on one side. */
        open_stakes_max: amount,
        available: amount,
        frozen: amount,
      }),
    ),
  }),
  refusals: [],
});

export const submitBet = route({
  method: 'POST',
  path: '/microtrade/submit',
  access: 'user',
  description:
    'Bets that the index price of a market will be above (`type` 1) or below (`type` 2) its entry price. The stake is held on the account `seconds`. The entry tick is the first one at least `entry_delay_ms` after acceptance, the exit tick the first one `seconds` after the entry tick or later; equal prices return the stake.',
  request: z.object({
    match_id: marketId,
    /** Of the stake, by id or by name. Given both, they must agree. */
    currency_id: z.optional(id),
    currency_name: z.optional(z.string().check(z.regex(/^[A-Z0-9]{2,10}$/))),
    type: count({ min: 1, max: 2 }, '1 up, 2 down.'),
    seconds: count({ min: 1, max: 3_600 }, 'Length of the bet, from the payout table.'),
    number: positiveAmount,
    /** Version of the payout table that the user saw: the bet is refused on another. */
    terms: z.optional(count({ min: 0, max: 1_000_000_000 }, 'Version of `seconds.terms`.')),
  }),
  response: bet,
  refusals: [
    'not_found',
    ...['time_wrong', 'quote_expired', 'market_closed', 'price_simulated', 'no_live_price', 'price_stale'],
    ...['amount_step_wrong', 'below_minimum', 'above_maximum', 'exposure_exhausted', 'insufficient_balance'],
    ...['personal_limit_reached', 'cooling_off'],
    ...BY_ENGINE,
  ] as const satisfies readonly RefusalCode[],
  product: 'seconds',
  usesKnownCaller: true,
  effect: true,
});

export const cancelBet = route({
  method: 'POST',
  path: '/microtrade/cancelMicOrder',
  access: 'user',
  description:
    'Asks to cancel a bet that has not entered. It counts if no tick that may be the entry comes within `cancel_lead_ms`; the bet’s status tells a moment later.',
  request: z.object({ id }),
  response: bet,
  refusals: ['not_found', 'order_state_changed', ...BY_ENGINE],
  usesKnownCaller: true,
  effect: true,
});

export const listBets = route({
  method: 'GET',
  path: '/microtrade/lists',
  access: 'user',
  description:
    'Lists the caller’s bets in the active account mode, newest first. `status`: 0 open, 1 ended; without it all. `from` and `to` bound the time of acceptance, `to` excluded.',
  request: z.object({
    status: z.optional(count({ min: 0, max: 1 }, '0 open, 1 ended.')),
    match_id: z.optional(marketId),
    symbol: z.optional(symbol),
    type: z.optional(count({ min: 1, max: 2 }, '1 up, 2 down.')),
    result: z.optional(z.enum([...BET_RESULTS, 'cancelled', 'void'])),
    from: z.optional(sentTimeMs),
    to: z.optional(sentTimeMs),
    ...paging,
    limit: z._default(count({ min: 1, max: 100 }, 'Rows a page, at most 100.'), 5),
  }),
  response: listOf(bet),
  refusals: [],
});

export const readBet = route({
  method: 'POST',
  path: '/plus/seconds/bet',
  access: 'user',
  description: 'Returns one of the caller’s bets in the active account mode.',
  request: z.object({ id }),
  response: bet,
  refusals: ['not_found'],
  beyond: true,
});
