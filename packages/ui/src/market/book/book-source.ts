import type { Amount, Price } from '@app/money';

/** A price and what is offered there. */
export type BookLevel = readonly [price: Price, amount: Amount];

/** Both sides of a book, the best level first. */
export type BookLevels = { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] };

/** A book that lives outside React. A source that is another object is another book. */
export type BookSource = {
  /** Calls back whenever `read` would say something else; the answer ends it. */
  listen(onChange: () => void): () => void;
  /** Nothing until something is known; no levels where nobody offers anything. */
  read(): BookLevels | undefined;
};

export type BookSide = 'bid' | 'ask';
export type BookView = 'both' | 'bids' | 'asks';
/** One level of a book as it is shown: grouped levels have their group's price. */
export type BookPosition = { readonly side: BookSide; readonly price: Price };

export type BookLabels = {
  /** What the whole is called, such as "Order book BTC/USDT". */
  readonly label: string;
  /** Heads of the columns, such as "Price (USDT)" and "BTC". */
  readonly price: string;
  readonly amount: string;
  readonly bid: string;
  readonly ask: string;
};
