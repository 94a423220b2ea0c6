import { MARKET_STATES } from '@app/domain/market';
import * as z from 'zod/mini';
import { amount, flag, id, rate, timeMs } from '../fields.ts';
import { price, symbol } from '../market/fields.ts';
import { series } from './fields.ts';

/** Fees and maintenance of new positions. A position keeps its own; `/plus/verify/settings` has every version. */
export const terms = z.object({
  version: z.int(),
  open_fee_rate: rate,
  close_fee_rate: rate,
  liquidation_fee_rate: rate,
  /** Maintenance rate of the notional above each amount. */
  maintenance_tiers: z.array(z.object({ above: amount, rate })),
});

/** Rules of one market, from which a client computes what the engine would decide. */
export const marketRules = {
  symbol,
  /** Null for what is no coin, such as a stock. */
  currency_id: z.nullable(id),
  legal_id: z.nullable(id),
  /** Name of its class. */
  class: z.string(),
  /** Base units of one lot, and the smallest step of the market's index price. */
  lot: amount,
  price_tick: price,
  leverage_max: z.int(),
  /** Highest leverage of an opening now: less in the last minutes before a long break of its hours. */
  leverage_max_now: z.int(),
  /** Distance of bid and ask from the index. */
  spread_rate: rate,
  /** Share of the notional charged each night. */
  overnight_rate: rate,
  /** All overnight fees so far for one base unit. */
  overnight_index: amount,
  /** Outside hours closed; the first ticks of a session are reopening. Only an open market decides anything. */
  phase: z.enum(['closed', 'reopening', 'open']),
  /** `perp`, and the days of delivery that are listed. */
  series: z.array(z.object({ series, is_open: flag, delivers: z.nullable(timeMs) })),
};

/** The index price and the platform's prices around it. */
export const marketQuote = z.object({
  price,
  bid: price,
  ask: price,
  state: z.enum(MARKET_STATES),
  simulated: flag,
  at: timeMs,
});
