import { FORCES, ORDER_REASONS, ORDER_STATES, SIDES } from '@app/domain/spot';
import * as z from 'zod/mini';
import { amount, flag, id, rate, timeMs } from '../fields.ts';
import { price, symbol } from '../market/fields.ts';

/** An order as its owner sees it, the same over HTTP and socket. */
export const order = z.object({
  id,
  symbol,
  /** Base and quote currency. */
  currency_id: id,
  legal_id: id,
  type: z.enum(SIDES),
  kind: z.enum(['limit', 'market']),
  time_in_force: z.enum(FORCES),
  /** Null for a market order. */
  price: z.nullable(price),
  /** Base quantity; null for a market order by a quote amount, which is `budget`. */
  amount: z.nullable(amount),
  /** Quote amount that a market buy spends, fee included, or that a market sale brings, fee deducted. */
  budget: z.nullable(amount),
  /** Traded so far: in base, and in the quote without the fee. */
  filled: amount,
  cost: amount,
  /** Null without fills. */
  average: z.nullable(price),
  fee: amount,
  fee_currency: z.string(),
  status: z.enum(ORDER_STATES),
  /** Reason of the cancellation. */
  reason: z.nullable(z.enum(ORDER_REASONS)),
  created: timeMs,
  closed: z.nullable(timeMs),
});

/** One fill, from the perspective of the order. */
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
  /** Whether the house ladder was the counterparty. */
  is_house: flag,
  at: timeMs,
});

/** Fees from a thirty-day volume upwards. */
export const feeLevel = z.object({ volume: amount, maker: rate, taker: rate });
