import { DEAL_CAUSES } from '@app/domain/contract';
import * as z from 'zod/mini';
import type { RefusalCode } from '../errors/catalogue.ts';
import { amount, count, id, listOf, paging, positiveAmount, sentTimeMs, timeMs } from '../fields.ts';
import { price, symbol } from '../market/fields.ts';
import { route } from '../route.ts';
import { deal, settledDeal } from './fields.ts';
import { marketQuote, marketRules } from './rule-fields.ts';

/** Refusals of the engine for any command, beyond those of every effect. */
const BY_ENGINE = ['account_busy', 'too_late'] as const satisfies readonly RefusalCode[];
/** Refusals of what is decided at a price of now. */
const BY_PRICE = [
  'market_closed',
  'price_simulated',
  'no_live_price',
  'price_stale',
] as const satisfies readonly RefusalCode[];
/** Refusals of what opens a position. */
const BY_OPENING = [
  ...BY_PRICE,
  ...['below_minimum', 'above_maximum', 'leverage_too_high', 'exposure_exhausted', 'too_many_positions'],
  ...['insufficient_balance', 'personal_limit_reached', 'cooling_off'],
] as const satisfies readonly RefusalCode[];

/** A market by the ids of its two currencies, or by `currency_name`: what is no coin has no id. All given ones must agree. */
const market = { currency_id: z.optional(id), legal_id: z.optional(id), currency_name: z.optional(symbol) };

/** An empty text removes the price. */
const optionalPrice = z.optional(z.union([z.literal(''), price]));
const stops = { target_profit_price: optionalPrice, stop_loss_price: optionalPrice };

const MULTIPLE_MAX = 1_000;

export const readContract = route({
  method: 'POST',
  path: '/lever/deal',
  access: 'user',
  description:
    'Returns the rules and the quote of a contract market for the caller’s country, the caller’s account, and their positions and pending orders in it.',
  request: z.object(market),
  response: z.object({
    ...marketRules,
    /** Null until the market has a price. */
    quote: z.nullable(marketQuote),
    account: z.object({ currency: z.string(), available: amount, frozen: amount }),
    list: z.array(deal),
  }),
  refusals: ['not_found'],
});

export const submitContract = route({
  method: 'POST',
  path: '/lever/submit',
  access: 'user',
  description:
    'Opens a position at the next price, paid from the account `contract`: `buy` is long, `sell` is short. With `target_price` the order opens at that price or better, and may wait for it. One order opens one position.',
  request: z.object({
    ...market,
    /** Empty or `perp`: without delivery; else the day of delivery. */
    series: z.optional(z.string().check(z.regex(/^(?:|perp|\d{4}-\d{2}-\d{2})$/))),
    type: z.enum(['buy', 'sell']),
    share: positiveAmount,
    multiple: count({ min: 1, max: MULTIPLE_MAX }, 'Leverage, from 1.'),
    target_price: optionalPrice,
    ...stops,
  }),
  response: deal,
  refusals: [
    'not_found',
    ...BY_OPENING,
    ...['limit_price_too_far', 'price_step_wrong', 'amount_step_wrong', 'trigger_price_wrong'],
    ...BY_ENGINE,
  ] as const satisfies readonly RefusalCode[],
  product: 'contract',
  usesKnownCaller: true,
  effect: true,
});

export const listDeals = route({
  method: 'POST',
  path: '/lever/dealall',
  access: 'user',
  description:
    'Lists the caller’s positions and pending orders of all markets in the active account mode, newest first. `status`: 0 pending, 1 open, 2 closing at the next price.',
  request: z.object({
    status: z.optional(count({ min: 0, max: 2 }, '0 pending, 1 open, 2 closing.')),
    ...paging,
  }),
  response: listOf(deal),
  refusals: [],
});

export const listEndedDeals = route({
  method: 'POST',
  path: '/lever/my_trade',
  access: 'user',
  description:
    'Lists the caller’s closed positions and cancelled orders in the active account mode, newest first, each with its settlements. A settlement’s id is also that of its receipt: `/plus/verify`. `from` and `to` bound the time of the end, `to` excluded.',
  request: z.object({
    currency_name: z.optional(symbol),
    type: z.optional(z.enum(['buy', 'sell'])),
    status: z.optional(count({ min: 3, max: 4 }, '3 closed, 4 cancelled.')),
    cause: z.optional(z.enum(DEAL_CAUSES)),
    from: z.optional(sentTimeMs),
    to: z.optional(sentTimeMs),
    ...paging,
  }),
  response: listOf(settledDeal),
  refusals: [],
});

export const readDeal = route({
  method: 'POST',
  path: '/plus/contract/deal',
  access: 'user',
  description:
    'Returns one of the caller’s orders or positions in the active account mode, live or ended, with its settlements.',
  request: z.object({ id }),
  response: settledDeal,
  refusals: ['not_found'],
  beyond: true,
});

export const findPlacedDeal = route({
  method: 'GET',
  path: '/plus/contract/placed',
  access: 'user',
  description:
    'Returns the contract order of the active account mode that was placed with an `Idempotency-Key`, for callers that never received the response; null if there is none.',
  request: z.object({ key: z.uuidv7() }),
  response: z.object({ deal: z.nullable(deal) }),
  refusals: [],
  beyond: true,
});

export const closeDeal = route({
  method: 'POST',
  path: '/lever/close',
  access: 'user',
  description:
    'Closes a position, or `share` lots of it, at the next price. It is answered before that, with the position as `closing`.',
  request: z.object({ id, share: z.optional(positiveAmount) }),
  response: deal,
  refusals: ['not_found', 'order_state_changed', 'amount_step_wrong', 'below_minimum', 'above_maximum', ...BY_ENGINE],
  usesKnownCaller: true,
  effect: true,
});

export const setStops = route({
  method: 'POST',
  path: '/lever/setstop',
  access: 'user',
  description:
    'Replaces stop-loss and take-profit of a position or a pending order. A price that is empty or missing is removed.',
  request: z.object({ id, ...stops }),
  response: deal,
  refusals: ['not_found', 'order_state_changed', 'trigger_price_wrong', 'price_step_wrong', ...BY_ENGINE],
  usesKnownCaller: true,
  effect: true,
});

export const closeAllDeals = route({
  method: 'POST',
  path: '/lever/batch_close',
  access: 'user',
  description:
    'Closes all of the caller’s positions in the active account mode at the next prices. `type`: 0 all, 1 longs, 2 shorts. Pending orders stay.',
  request: z.object({ type: count({ min: 0, max: 2 }, '0 all, 1 longs, 2 shorts.') }),
  response: z.object({ closing: z.int() }),
  refusals: BY_ENGINE,
  usesKnownCaller: true,
  effect: true,
});

export const cancelDeal = route({
  method: 'POST',
  path: '/lever/cancel',
  access: 'user',
  description: 'Cancels a pending order and releases what it holds.',
  request: z.object({ id }),
  response: deal,
  refusals: ['not_found', 'order_state_changed', ...BY_ENGINE],
  usesKnownCaller: true,
  effect: true,
});

export const addMargin = route({
  method: 'POST',
  path: '/plus/contract/add-margin',
  access: 'user',
  description: 'Adds margin to an open position at once, also outside the market’s hours.',
  request: z.object({ id, amount: positiveAmount }),
  response: deal,
  refusals: ['not_found', 'order_state_changed', 'insufficient_balance', ...BY_ENGINE],
  effect: true,
  beyond: true,
});

export const removeMargin = route({
  method: 'POST',
  path: '/plus/contract/remove-margin',
  access: 'user',
  description:
    'Removes margin from an open position at the next price. What stays is at least the margin of opening with a reserve; unrealised profit does not count.',
  request: z.object({ id, amount: positiveAmount }),
  response: deal,
  refusals: ['not_found', 'order_state_changed', 'above_maximum', 'insufficient_balance', ...BY_PRICE, ...BY_ENGINE],
  effect: true,
  beyond: true,
});

export const reverseDeal = route({
  method: 'POST',
  path: '/plus/contract/reverse',
  access: 'user',
  description:
    'Closes a position and opens the opposite one with the same lots and leverage, both at the next price. It returns the new one.',
  request: z.object({ id }),
  response: deal,
  refusals: ['not_found', 'order_state_changed', ...BY_OPENING, ...BY_ENGINE],
  product: 'contract',
  effect: true,
  beyond: true,
});

export const listCharges = route({
  method: 'POST',
  path: '/plus/contract/charges',
  access: 'user',
  description: 'Lists the overnight fees of one of the caller’s positions, newest first.',
  request: z.object({ id, ...paging }),
  response: listOf(
    z.object({
      id,
      /** UTC day at whose beginning it was due. */
      day: z.string(),
      charge: amount,
      at: timeMs,
    }),
  ),
  refusals: ['not_found'],
  beyond: true,
});
