import { ORDER_STATES, SIDES } from '@app/domain/spot';
import * as z from 'zod/mini';
import type { RefusalCode } from '../errors/catalogue.ts';
import { amount, flag, id, listOf, paging, positiveAmount, rate, sentTimeMs } from '../fields.ts';
import { price, symbol } from '../market/fields.ts';
import { route } from '../route.ts';
import { feeLevel, fill, order } from './fields.ts';

/** Refusals of the engine for any command, beyond those of every effect. */
const BY_ENGINE = ['account_busy', 'too_late'] as const satisfies readonly RefusalCode[];

export const placeOrder = route({
  method: 'POST',
  path: '/coin/trade',
  access: 'user',
  description:
    'Places an order, paid from the account `exchange`. Without `target_price` it is a market order. `amount` is in base currency; for a market buy it is in quote currency, fee included. With `amount_unit=quote` a market sale sells the fewest lots that bring `amount` after the fee, at most what is available.',
  request: z.object({
    /** Base and quote currency; alternatively `currency_name` names the pair. If both are given, they must agree. */
    currency_id: z.optional(id),
    legal_id: z.optional(id),
    currency_name: z.optional(symbol),
    type: z.enum(SIDES),
    amount: positiveAmount,
    /** Currency of `amount`, if the caller names it: a limit is by base, a market buy by quote, a market sale by either. */
    amount_unit: z.optional(z.enum(['base', 'quote'])),
    target_price: z.optional(price),
    time_in_force: z.optional(z.enum(['gtc', 'ioc', 'fok'])),
    post_only: z.optional(flag),
    stop_price: z.optional(price),
  }),
  response: order,
  refusals: [
    ...['not_found', 'feature_coming_soon', 'market_closed', 'price_simulated', 'no_live_price', 'price_stale'],
    ...[
      'limit_price_too_far',
      'price_step_wrong',
      'amount_step_wrong',
      'below_minimum',
      'above_maximum',
      'too_many_orders',
    ],
    ...['insufficient_balance', 'would_take', 'own_order_crossed', 'nothing_offered'],
    ...['personal_limit_reached', 'cooling_off'],
    ...BY_ENGINE,
  ] as const satisfies readonly RefusalCode[],
  usesKnownCaller: true,
  effect: true,
});

export const cancelOrder = route({
  method: 'PUT',
  path: '/coin/trade',
  access: 'user',
  description: 'Cancels the unfilled rest of an order. Fees of fills are kept.',
  request: z.object({ id }),
  response: order,
  refusals: ['not_found', 'order_state_changed', ...BY_ENGINE],
  usesKnownCaller: true,
  effect: true,
});

/** Half-open time range [from, to), for days in the caller’s time zone. */
const placedWithin = { from: z.optional(sentTimeMs), to: z.optional(sentTimeMs) };

export const listOrders = route({
  method: 'GET',
  path: '/coin/list',
  access: 'user',
  description:
    'Lists the caller’s orders in the active account mode, newest first. `closed` means filled or cancelled.',
  request: z.object({
    status: z.optional(z.enum([...ORDER_STATES, 'closed'])),
    symbol: z.optional(symbol),
    type: z.optional(z.enum(SIDES)),
    ...placedWithin,
    ...paging,
  }),
  response: listOf(order),
  refusals: [],
});

export const listFills = route({
  method: 'GET',
  path: '/plus/orders/fills',
  access: 'user',
  description:
    'Lists the caller’s fills in the active account mode, newest first, or those of one order. `before` is the last fill of the previous page.',
  request: z.object({
    id: z.optional(id),
    symbol: z.optional(symbol),
    type: z.optional(z.enum(SIDES)),
    before: z.optional(id),
    limit: paging.limit,
  }),
  response: z.object({ list: z.array(fill), next: z.nullable(id) }),
  refusals: ['not_found'],
  beyond: true,
});

export const findPlaced = route({
  method: 'GET',
  path: '/plus/orders/placed',
  access: 'user',
  description:
    'Returns the order of the active account mode that was placed with an `Idempotency-Key`, for callers that never received the response; null if there is none.',
  request: z.object({ key: z.uuidv7() }),
  response: z.object({ order: z.nullable(order) }),
  refusals: [],
  beyond: true,
});

export const cancelAllOrders = route({
  method: 'POST',
  path: '/plus/orders/cancel-all',
  access: 'user',
  description: 'Cancels all of the caller’s open orders in the active account mode, or those of one market.',
  request: z.object({ symbol: z.optional(symbol) }),
  response: z.object({ cancelled: z.int().check(z.gte(0)) }),
  refusals: ['not_found', ...BY_ENGINE],
  effect: true,
  beyond: true,
});

export const readRules = route({
  method: 'GET',
  path: '/plus/spot/rules',
  access: 'visitor',
  description: 'Returns the spot rules in force. With them a client can compute the engine’s decision in advance.',
  request: z.object({}),
  response: z.object({
    is_on: flag,
    order_min: amount,
    order_max: amount,
    open_orders_max: z.int(),
    band_rate: rate,
    limit_band_rate: rate,
    warn_rate: rate,
    fresh_ms: z.int(),
    fee_levels: z.array(feeLevel),
  }),
  refusals: [],
  beyond: true,
});

export const readFeeLevel = route({
  method: 'GET',
  path: '/plus/spot/level',
  access: 'user',
  description: 'Returns the caller’s fee level by 30 days of real trading volume. It applies in real and demo mode.',
  request: z.object({}),
  response: z.object({ level: z.int(), volume: amount, maker: rate, taker: rate }),
  refusals: [],
  beyond: true,
});
