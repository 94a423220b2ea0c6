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
    'Places an order. Without `target_price` it is a market order. `amount` is base; buying at the market it is quote.',
  request: z.object({
    /** Base and quote currency; alternatively `currency_name` names the pair. If both are given, they must agree. */
    currency_id: z.optional(id),
    legal_id: z.optional(id),
    currency_name: z.optional(symbol),
    type: z.enum(SIDES),
    amount: positiveAmount,
    target_price: z.optional(price),
    time_in_force: z.optional(z.enum(['gtc', 'ioc', 'fok'])),
    post_only: z.optional(flag),
    stop_price: z.optional(price),
  }),
  response: order,
  refusals: [
    ...['not_found', 'feature_coming_soon', 'market_closed', 'price_simulated', 'price_stale'],
    ...['price_step_wrong', 'amount_step_wrong', 'below_minimum', 'above_maximum', 'too_many_orders'],
    ...['insufficient_balance', 'would_take', 'own_order_crossed', 'nothing_offered'],
    ...['personal_limit_reached', 'cooling_off'],
    ...BY_ENGINE,
  ] as const satisfies readonly RefusalCode[],
  effect: true,
});

export const cancelOrder = route({
  method: 'PUT',
  path: '/coin/trade',
  access: 'user',
  description: 'Cancels what is left of an order. Fees of what was filled stay paid.',
  request: z.object({ id }),
  response: order,
  refusals: ['not_found', 'order_state_changed', ...BY_ENGINE],
  effect: true,
});

/** Half-open time range [from, to), for days in the caller’s time zone. */
const placedWithin = { from: z.optional(sentTimeMs), to: z.optional(sentTimeMs) };

export const listOrders = route({
  method: 'GET',
  path: '/coin/list',
  access: 'user',
  description: 'One’s own orders of the session’s book, newest first. `closed` is filled or cancelled.',
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
    'What one’s own orders traded, newest first: one order’s if it is named, else of the session’s book those that are open or were placed in the 92 days before the page; `before` is the fill that the last page ended with.',
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
    'The order of the session’s book that was placed with an `Idempotency-Key`, for whoever never had its answer; null where there is none.',
  request: z.object({ key: z.uuidv7() }),
  response: z.object({ order: z.nullable(order) }),
  refusals: [],
  beyond: true,
});

export const cancelAllOrders = route({
  method: 'POST',
  path: '/plus/orders/cancel-all',
  access: 'user',
  description: 'Cancels every open order of the session’s book, of one market if it is named.',
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
  description:
    'What every spot order is judged by, as it is in force: anybody can compute beforehand what the engine will say.',
  request: z.object({}),
  response: z.object({
    is_on: flag,
    order_min: amount,
    order_max: amount,
    open_orders_max: z.int(),
    band_rate: rate,
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
  description: 'One’s own level of fees, by what one traded in thirty days in the real book; it counts in both books.',
  request: z.object({}),
  response: z.object({ level: z.int(), volume: amount, maker: rate, taker: rate }),
  refusals: [],
  beyond: true,
});
