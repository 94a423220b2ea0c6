import type { Amount, Price } from '@app/money';

/** Price and amount of one level. */
export type BookLevel = readonly [price: Price, amount: Amount];

/** Both sides of an order book, best level first. */
export type BookLevels = { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] };

/** Order book kept outside React. A different source object is a different order book. */
export type BookSource = {
  /** Calls back whenever the result of `read` changes; returns a function that unsubscribes. */
  listen(onChange: () => void): () => void;
  /** Returns undefined until data arrives, and empty sides if the order book is empty. */
  read(): BookLevels | undefined;
};

export type BookSide = 'bid' | 'ask';
export type BookView = 'both' | 'bids' | 'asks';
/** One displayed level; grouped levels have the price of their group. */
export type BookPosition = { readonly side: BookSide; readonly price: Price };

export type BookLabels = {
  /** Accessible name, such as "Order book BTC/USDT". */
  readonly label: string;
  /** Column headings, such as "Price (USDT)" and "BTC". */
  readonly price: string;
  readonly amount: string;
  readonly bid: string;
  readonly ask: string;
};
