import { FORCES, ORDER_REASONS, ORDER_STATES, SIDES } from '@app/domain/spot';
import * as z from 'zod/mini';
import { amount, flag, id, rate, timeMs } from '../fields.ts';
import { price, symbol } from '../market/fields.ts';

/** An order as its owner sees it, by HTTP and by socket alike. */
export const order = z.object({
  id,
  symbol,
  /** The base and the quote currency. */
  currency_id: id,
  legal_id: id,
  type: z.enum(SIDES),
  kind: z.enum(['limit', 'market']),
  time_in_force: z.enum(FORCES),
  /** A market order has none. */
  price: z.nullable(price),
  /** In base; null where a market order buys for an amount of the quote, which is `budget`. */
  amount: z.nullable(amount),
  budget: z.nullable(amount),
  /** What was traded so far: in base, and in the quote without the fee. */
  filled: amount,
  cost: amount,
  /** Null while nothing is filled. */
  average: z.nullable(price),
  fee: amount,
  fee_currency: z.string(),
  status: z.enum(ORDER_STATES),
  /** Why it was cancelled. */
  reason: z.nullable(z.enum(ORDER_REASONS)),
  created: timeMs,
  closed: z.nullable(timeMs),
});

/** One meeting of an order with another, seen from the order. */
export const fill = z.object({
  id,
  order_id: id,
  symbol,
  type: z.enum(SIDES),
  price,
  quantity: amount,
  fee: amount,
  fee_currency: z.string(),
  role: z.enum(['maker', 'taker']),
  /** Whether the house's ladder was the other side. */
  is_house: flag,
  at: timeMs,
});

/** Fees from a volume of thirty days on. */
export const feeLevel = z.object({ volume: amount, maker: rate, taker: rate });
