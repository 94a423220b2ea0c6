export type Side = 'buy' | 'sell';

/**
 * An order in the order book. The caller owns the object, which may have more fields; the order book changes only
 * `open`.
 */
export type BookOrder = {
  readonly id: bigint;
  /** Orders of one owner never match each other. */
  readonly owner: bigint;
  readonly side: Side;
  /** Worst price it accepts, in ticks. A market order carries the edge of its price band. */
  readonly price: number;
  /** Lots still open. */
  open: number;
};

/** Order terms beyond a plain limit. */
export type Terms = {
  /**
   * The remainder rests, or is cancelled (market, immediate or cancel); 'post' never takes: it is refused if it would.
   */
  readonly remainder: 'rest' | 'cancel' | 'post';
  /** Budget of a buy for a quote amount: at most this many ticks times lots are spent. Such an order never rests. */
  readonly budget?: number;
  /**
   * Proceeds of a sale for a quote amount: it takes the fewest lots that bring this many ticks times lots. Such an order
   * never rests; reaching its proceeds fills it, whatever is left of its lots.
   */
  readonly proceeds?: number;
};

/** House liquidity that is not an order, best level first. At equal price it ranks behind orders. */
export type HouseLevel = { readonly price: number; open: number };

/** A fill at the maker's price; no maker means the house. */
export type Fill<O extends BookOrder = BookOrder> = {
  readonly maker: O | undefined;
  readonly price: number;
  readonly lots: number;
};

/** A fill of a resting order by the house: `level` is the index of the house level that took it. */
export type SweepFill<O extends BookOrder = BookOrder> = Fill<O> & { readonly maker: O; readonly level: number };

/**
 * Why an order stopped taking. 'exhausted': nothing more crosses, or the budget cannot buy one lot more. 'own_order':
 * the next best order belongs to the same owner, and the newer order ends there. 'would_take': a post-only order that
 * would take.
 */
export type End = 'filled' | 'exhausted' | 'own_order' | 'would_take';

export type Plan<O extends BookOrder = BookOrder> = {
  readonly fills: readonly Fill<O>[];
  readonly end: End;
  /** Lots that will rest in the order book: zero unless the end is 'exhausted' and the terms allow it. */
  readonly rests: number;
};

export type PriceLevel = { readonly price: number; readonly lots: number };

/** Order book with price-time priority over ticks and lots. Restoring the open orders in priority order rebuilds it. */
export interface Book<O extends BookOrder = BookOrder> {
  /** Returns the outcome without changing anything. `house` is the opposite side of the house ladder, best first. */
  plan(order: O, terms: Terms, house?: readonly HouseLevel[]): Plan<O>;
  /** Executes a plan, which must have been made for the current state. Fully filled makers leave the order book. */
  apply(order: O, plan: Plan<O>, house?: readonly HouseLevel[]): void;
  /** Removes an order; returns false if it is not in the order book. Keeps its `open`. */
  cancel(order: O): boolean;
  /** Restores an order that rested; must be called in priority order, and the order must not cross. */
  restore(order: O): void;
  /** Plans the house as taker: what its levels on `side` would take, at the orders' own prices. Changes nothing. */
  planSweep(side: Side, levels: readonly HouseLevel[]): readonly SweepFill<O>[];
  /** Executes the fills of `planSweep`, on the orders and on the levels. */
  applySweep(fills: readonly SweepFill<O>[], levels: readonly HouseLevel[]): void;
  /** Returns the best price of a side, undefined if it is empty. */
  best(side: Side): number | undefined;
  /** Returns at most `count` price levels, best first. */
  levels(side: Side, count: number): readonly PriceLevel[];
  /** Returns the orders in priority order. */
  orders(side: Side): Iterable<O>;
  /** Returns a hash that is equal for the same open orders in the same priority. */
  hash(): string;
}
