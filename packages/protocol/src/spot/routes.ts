import { ORDER_STATES, SIDES } from '@app/domain/spot';
import * as z from 'zod/mini';
import type { RefusalCode } from '../errors/catalogue.ts';
import { flag, id, listOf, paging, positiveAmount } from '../fields.ts';
import { price, symbol } from '../market/fields.ts';
import { route } from '../route.ts';
import { fill, order } from './fields.ts';

/** What the engine may answer to any command, beyond what every effect may. */
const BY_ENGINE = ['account_busy', 'too_late'] as const satisfies readonly RefusalCode[];

export const placeOrder = route({
  method: 'POST',
  path: '/coin/trade',
  access: 'user',
  says: 'Places an order. Without `target_price` it is a market order. `amount` is base; buying at the market it is quote.',
  request: z.object({
    /** The base and the quote currency; or `currency_name` names the pair. What is said of the pair must agree. */
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
  says: 'Cancels what is left of an order. Fees of what was filled stay paid.',
  request: z.object({ id }),
  response: order,
  refusals: ['not_found', 'order_state_changed', ...BY_ENGINE],
  effect: true,
});

export const listOrders = route({
  method: 'GET',
  path: '/coin/list',
  access: 'user',
  says: 'One’s own orders of the session’s book, newest first. `closed` is filled or cancelled.',
  request: z.object({
    status: z.optional(z.enum([...ORDER_STATES, 'closed'])),
    symbol: z.optional(symbol),
    ...paging,
  }),
  response: listOf(order),
  refusals: [],
});

export const listFills = route({
  method: 'GET',
  path: '/plus/orders/fills',
  access: 'user',
  says: 'What one of one’s own orders traded, newest first.',
  request: z.object({ id, ...paging }),
  response: listOf(fill),
  refusals: ['not_found'],
  beyond: true,
});

export const cancelAllOrders = route({
  method: 'POST',
  path: '/plus/orders/cancel-all',
  access: 'user',
  says: 'Cancels every open order of the session’s book, of one market if it is named.',
  request: z.object({ symbol: z.optional(symbol) }),
  response: z.object({ cancelled: z.int().check(z.gte(0)) }),
  refusals: ['not_found', ...BY_ENGINE],
  effect: true,
  beyond: true,
});
