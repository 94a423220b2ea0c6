import { MODES } from '@app/domain/ledger';
import * as z from 'zod/mini';
import { amount, count, flag, id, rate } from '../fields.ts';
import { country, symbol } from '../market/fields.ts';
import { route } from '../route.ts';

const mode = z._default(z.enum(MODES), 'real');
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

export const readSecondsTerms = route({
  method: 'GET',
  path: '/microtrade/seconds',
  access: 'visitor',
  description:
    'Returns the payout table in force, the same for everybody, with its times and limits, and the markets with bets. `is_open` tells whether the product is offered in a country, `refusal` what a bet from there is refused with.',
  request: z.object({ mode, country }),
  response: z.object({
    /** Of `seconds.terms`; `/plus/verify/settings` has every version. */
    version: z.int(),
    /** Without a country, whether it is offered where nothing else was decided. */
    is_open: flag,
    /** `country_required` without a country; null if bets are accepted. */
    refusal: z.nullable(z.enum(['feature_unavailable', 'country_required'])),
    entry_delay_ms: z.int(),
    cancel_lead_ms: z.int(),
    void_after_ms: z.int(),
    /** Nothing is accepted on a price older than this. */
    fresh_ms: z.int(),
    list: z.array(
      z.object({
        seconds: z.int(),
        rate,
        /** Share of bets that must be right to lose nothing, and the average cost of a stake if up and down are equally likely. */
        break_even: rate,
        cost_rate: rate,
      }),
    ),
    caps: z.array(
      z.object({
        currency_name: z.string(),
        step: amount,
        stake_min: amount,
        stake_max: amount,
        open_stakes_max: amount,
      }),
    ),
    markets: z.array(z.object({ match_id: z.int(), symbol, is_open: flag })),
  }),
  refusals: [],
  usesKnownCaller: true,
});

/** Bets of one market, day and currency. */
const dayOfMarket = z.object({
  symbol,
  match_id: z.int(),
  day,
  currency_name: z.string(),
  profits: z.int(),
  losses: z.int(),
  flats: z.int(),
  voids: z.int(),
  cancels: z.int(),
  /** Stakes of bets that were settled, and what was paid to them. The platform's result is the difference. */
  stakes: amount,
  returned: amount,
  first_place: z.int(),
  last_place: z.int(),
  root: z.string(),
});

export const readSecondsStats = route({
  method: 'GET',
  path: '/plus/seconds/stats',
  access: 'visitor',
  description:
    'Returns what all bets of each market and UTC day came to, newest day first, up to 31 days. `root` is the hash of the day’s last receipt and binds every one before it; `/plus/seconds/day` has them.',
  request: z.object({ mode, days: z._default(count({ min: 1, max: 31 }, 'Days, today included.'), 7) }),
  response: z.object({ list: z.array(dayOfMarket) }),
  refusals: [],
  beyond: true,
});

export const readSecondsDay = route({
  method: 'GET',
  path: '/plus/seconds/day',
  access: 'visitor',
  description:
    'Returns receipts of the settlements of one market by their place in its chain, from `after` on, up to 500. With them anybody recomputes a day of `/plus/seconds/stats`. They name no user.',
  request: z.object({
    mode,
    match_id: count({ min: 1, max: 1_000_000 }, 'A market.'),
    after: z._default(count({ min: 0, max: 999_999_999 }, 'The last place that is known, 0 for none.'), 0),
    limit: z._default(count({ min: 1, max: 500 }, 'Receipts, at most 500.'), 500),
  }),
  response: z.object({ list: z.array(z.object({ place: z.int(), id, kind: z.string(), body: z.unknown() })) }),
  refusals: ['not_found'],
  beyond: true,
});
