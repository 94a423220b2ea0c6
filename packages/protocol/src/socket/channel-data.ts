import * as z from 'zod/mini';
import { amount, timeMs } from '../fields.ts';
import { price, quoteFields } from '../market/fields.ts';

/**
 * As in `/currency/quotation_new`. `vol` is sent every few seconds, because it changes with every tick. `state` is as
 * of the block: it goes stale with time alone, and without a block no update reports it, so a display must also check
 * the age of `at`, with `shownState` of domain/market.
 */
const quote = z.object({ id: z.int(), symbol: z.string(), ...quoteFields });
export type QuoteShown = z.infer<typeof quote>;

/** The changed fields of one market. */
const quoteChange = z.extend(z.partial(quote), { id: z.int() });
export type QuoteChange = z.infer<typeof quoteChange>;

/** Snapshot of every market that ever had a price. */
export const quotesStart = z.object({ quotes: z.array(quote) });
/** Update of the markets that had a tick or changed; one without its own `at` is as recent as the frame's. */
export const quotesChange = z.object({
  at: timeMs,
  quotes: z.array(quoteChange),
  /** Markets that had no price before. */
  added: z.optional(z.array(quote)),
});

/** Fields named as in `/currency/new_timeshar`. */
const bar = z.object({
  time: timeMs,
  open: price,
  high: price,
  low: price,
  close: price,
  /** Volume on the reference venues, in base units. */
  vol: amount,
});
export type BarShown = z.infer<typeof bar>;

/** Changed bars, oldest first: one, or two if a new one began. The snapshot has the open bar and the previous one. */
export const klineData = z.object({ bars: z.array(bar) });

/** Price and quantity of each level, best first. */
const levels = z.array(z.tuple([price, amount]));
/** Best levels of an order book, always all of them; empty until there is an order. */
export const depthData = z.object({ at: z.optional(timeMs), bids: levels, asks: levels });
export type Depth = z.infer<typeof depthData>;

const trade = z.object({
  id: z.string(),
  price,
  quantity: amount,
  /** Side of the taker. */
  side: z.enum(['buy', 'sell']),
  /** Whether the house ladder was the counterparty. */
  isHouse: z.boolean(),
  at: timeMs,
});
export type TradeShown = z.infer<typeof trade>;

/** Maximum trades in a list. */
export const TRADES_MAX = 50;
/** New trades, newest first. The snapshot has the newest ones. */
export const tradesData = z.object({ trades: z.array(trade).check(z.maxLength(TRADES_MAX)) });

/**
 * Message an order book's writer publishes on the bus, subject `book.<book>.<market id>`: complete, so that a lost
 * message does no harm once the next one arrives. `seq` only ever grows, even across restarts.
 */
export const bookMessage = z.object({
  seq: z.string().check(z.regex(/^\d{1,19}$/)),
  depth: depthData,
  ...tradesData.shape,
});
