import { DEAL_CAUSES, SETTLEMENT_CAUSES } from '@app/domain/contract';
import * as z from 'zod/mini';
import { amount, id, text, timeMs } from '../fields.ts';
import { price, symbol } from '../market/fields.ts';

/** `perp`, or the day of delivery. */
export const series = text(10, 'A series of contracts: `perp`, or its day of delivery.', 'perp');

/** The end of some lots of a position, as its owner sees it. Its receipt has the same id. */
const settlement = z.object({
  id,
  cause: z.enum(SETTLEMENT_CAUSES),
  lots: amount,
  price,
  /** What was frozen for these lots. */
  margin: amount,
  /** Gain or loss before fees. */
  result: amount,
  overnight: amount,
  /** Overnight fees given back, because the loss exceeds the margin. */
  overnight_returned: amount,
  fee: amount,
  liquidation_fee: amount,
  returned: amount,
  /** Loss beyond the margin: the user does not pay it. */
  shortfall: amount,
  at: timeMs,
});

/**
 * An order and the position it opens, as their owner sees them, the same over HTTP and socket. What depends on the
 * price of now (unrealised result, risk rate) is computed from it with `@app/domain/contract`.
 */
export const deal = z.object({
  id,
  symbol,
  /** Null for what is no coin, such as a stock. */
  currency_id: z.nullable(id),
  legal_id: z.nullable(id),
  series,
  /** buy: long, sell: short. */
  type: z.enum(['buy', 'sell']),
  /** 0 pending, 1 open, 2 closing at the next valid tick, 3 closed, 4 cancelled. */
  status: z.int(),
  cause: z.nullable(z.enum(DEAL_CAUSES)),
  /** Lots still open, or ordered; those ever opened; and base units of one lot. */
  share: amount,
  opened_share: amount,
  lot: amount,
  multiple: z.int(),
  /** Null: a market order. */
  target_price: z.nullable(price),
  target_profit_price: z.nullable(price),
  stop_loss_price: z.nullable(price),
  /** Null until it is opened. */
  entry_price: z.nullable(price),
  /** Frozen for it, before unpaid nights; while pending, held for margin. */
  margin: amount,
  held_fee: amount,
  open_fee: amount,
  overnight_since: amount,
  overnight_charged: amount,
  /** Version of `contract.terms` that it keeps. */
  terms: z.int(),
  /** Of the lots closed so far: before fees, and the fees paid so far, overnight fees included. */
  result: amount,
  fees: amount,
  closing_share: z.nullable(amount),
  created: timeMs,
  opened: z.nullable(timeMs),
  closed: z.nullable(timeMs),
});

/** A deal with the ends of its lots, oldest first. */
export const settledDeal = z.extend(deal, { settlements: z.array(settlement) });
