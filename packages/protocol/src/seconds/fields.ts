import { BET_RESULTS } from '@app/domain/seconds';
import * as z from 'zod/mini';
import { amount, id, rate, timeMs } from '../fields.ts';
import { price, symbol } from '../market/fields.ts';

/** What a bet waits for, or how it ended: 0 its entry tick, 1 its exit tick, 2 settled, 3 cancelled, 4 void. */
export const BET_STATUSES = ['waiting', 'running', 'settled', 'cancelled', 'void'] as const;

/** A bet as its owner sees it, the same over HTTP and socket. */
export const bet = z.object({
  id,
  /** Market. */
  match_id: z.int(),
  symbol,
  /** 1 up, 2 down. */
  type: z.int(),
  seconds: z.int(),
  /** Stake. */
  number: amount,
  currency_id: id,
  currency_name: z.string(),
  /** What a right bet pays on top of its stake, and the version of `seconds.terms` that it keeps. */
  rate,
  terms: z.int(),
  /** Index in `BET_STATUSES`. */
  status: z.int(),
  /** Null unless it is settled. */
  result: z.nullable(z.enum(BET_RESULTS)),
  created: timeMs,
  /** Earliest time of its entry tick; later than this plus `void_after_ms` it is void. */
  enters: timeMs,
  entry_price: z.nullable(price),
  entry_time: z.nullable(timeMs),
  /** Earliest time of its exit tick; null until it has entered. */
  expires: z.nullable(timeMs),
  exit_price: z.nullable(price),
  exit_time: z.nullable(timeMs),
  void_after_ms: z.int(),
  /** When its user cancelled it. The ticks decide whether that was in time; its status tells. */
  cancel_sent: z.nullable(timeMs),
  /** Stake and gain, the stake, or nothing; null until it has ended. */
  returned: z.nullable(amount),
  ended: z.nullable(timeMs),
  /** Receipt of its settlement, for `/plus/verify`; its acceptance has a receipt under its own id. */
  receipt: z.nullable(id),
});
