import * as z from 'zod/mini';
import { amount, timeMs } from '../fields.ts';
import { price, quoteFields } from '../market/fields.ts';

/**
 * As in `/currency/quotation_new`. `vol` is told every few seconds, because it changes with every tick. `state` is what held
 * at the block: it goes stale by time alone, and where no block comes nobody says so, so whoever shows it also looks at the
 * age of `at`, by `shownState` of domain/market.
 */
const quote = z.object({ id: z.int(), symbol: z.string(), ...quoteFields });
export type QuoteShown = z.infer<typeof quote>;

/** Of one market, the fields that changed. */
const quoteChange = z.extend(z.partial(quote), { id: z.int() });
export type QuoteChange = z.infer<typeof quoteChange>;

/** Every market that ever had a price. */
export const quotesStart = z.object({ quotes: z.array(quote) });
/** The markets that had a tick or changed; one that does not say its `at` is as new as the frame's. */
export const quotesChange = z.object({
  at: timeMs,
  quotes: z.array(quoteChange),
  /** Those that had no price before. */
  added: z.optional(z.array(quote)),
});

/** Named as in `/currency/new_timeshar`. */
const bar = z.object({
  time: timeMs,
  open: price,
  high: price,
  low: price,
  close: price,
  /** Of the reference venues, in base units. */
  vol: amount,
});
export type BarShown = z.infer<typeof bar>;

/** The bars that were touched, oldest first: one, or two where a new one began. At the start the open one and the one before. */
export const klineData = z.object({ bars: z.array(bar) });

/** Price and what is offered there, the best first. */
const levels = z.array(z.tuple([price, amount]));
/** A book's best levels, always all of them; empty until somebody offers something. */
export const depthData = z.object({ at: z.optional(timeMs), bids: levels, asks: levels });
export type Depth = z.infer<typeof depthData>;

const trade = z.object({
  id: z.string(),
  price,
  quantity: amount,
  /** What the taker did. */
  side: z.enum(['buy', 'sell']),
  /** Whether the house's ladder was the other side. */
  isHouse: z.boolean(),
  at: timeMs,
});
export type TradeShown = z.infer<typeof trade>;

/** How many trades a list shows. */
export const TRADES_MAX = 50;
/** New trades, newest first. At the start the newest there are. */
export const tradesData = z.object({ trades: z.array(trade).check(z.maxLength(TRADES_MAX)) });

/**
 * What a book's writer says on the bus, subject `book.<book>.<market id>`: everything, so that a message lost costs
 * nothing once the next one comes. `seq` only ever grows, over restarts, too.
 */
export const bookMessage = z.object({
  seq: z.string().check(z.regex(/^\d{1,19}$/)),
  depth: depthData,
  ...tradesData.shape,
});
