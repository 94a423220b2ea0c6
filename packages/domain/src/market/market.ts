import type { Amount, Price } from '@app/money';

/** Asset classes; the tabs of the market list. */
export const CATEGORIES = ['crypto', 'forex', 'metal', 'energy', 'index', 'stock'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Products a market can be offered in. */
export const MARKET_PRODUCTS = ['spot', 'contract', 'seconds'] as const;
export type MarketProduct = (typeof MARKET_PRODUCTS)[number];

/** Trading hours of a market's venues; the calendar of each name is in `hours.ts`. */
export const HOURS = ['always', 'forex', 'metal', 'us_index', 'us_stock', 'eu_index', 'asia_index'] as const;
export type Hours = (typeof HOURS)[number];

/** Closed follows the venues' hours, stale the age of the last index tick; halted is our own kill switch. */
export const MARKET_STATES = ['open', 'closed', 'stale', 'halted'] as const;
export type MarketState = (typeof MARKET_STATES)[number];

export type Market = {
  readonly id: number;
  /** `BTC/USDT`: base, slash, quote. */
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly name: string;
  readonly category: Category;
  /** Minimum increment of a price, and of a quantity. */
  readonly priceTick: Price;
  readonly lot: Amount;
  readonly hours: Hours;
  readonly products: readonly MarketProduct[];
};

/** One venue's quote on one market. Nothing in it is trusted: a price may be zero, old or false. */
export type SourceQuote = {
  readonly market: number;
  /** The venue's number; see `SOURCES`. */
  readonly source: number;
  readonly price: Price;
  /** Volume the venue traded since its last quote, in base units. */
  readonly volume: Amount;
  /** The venue's timestamp of the quote. */
  readonly atMs: number;
};

/** One venue's quote as used for an index price, rounded down to the market's tick. */
export type TickSource = { readonly source: number; readonly price: Price; readonly ageMs: number };

/** One index price: the median of its sources, which it names so that anyone can recompute it. */
export type Tick = {
  readonly market: number;
  /** Sequence number of this market's ticks, from 1 without a gap. */
  readonly seq: number;
  /** Database time. */
  readonly atMs: number;
  readonly price: Price;
  /** Volume the sources traded since the previous tick, in base units. */
  readonly volume: Amount;
  readonly sources: readonly TickSource[];
};

/**
 * Venues by number; a number is never reused for another venue, because sealed ticks refer to it. Local venues are
 * servers of ours with scripted prices; real money trades at them in development only.
 */
export const SOURCES = [
  { id: 1, name: 'sim-a', isSimulated: true, isLocal: false },
  { id: 2, name: 'sim-b', isSimulated: true, isLocal: false },
  { id: 3, name: 'sim-c', isSimulated: true, isLocal: false },
  { id: 11, name: 'binance', isSimulated: false, isLocal: false },
  { id: 12, name: 'kraken', isSimulated: false, isLocal: false },
  { id: 21, name: 'local-a', isSimulated: false, isLocal: true },
  { id: 22, name: 'local-b', isSimulated: false, isLocal: true },
  { id: 23, name: 'local-c', isSimulated: false, isLocal: true },
] as const;
export type Source = (typeof SOURCES)[number];
