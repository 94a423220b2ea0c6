export type Side = 'buy' | 'sell';

/** An order as the book sees it. The caller owns the object, which may have more fields; the book changes `open` only. */
export type BookOrder = {
  readonly id: bigint;
  /** Orders of one owner never meet. */
  readonly owner: bigint;
  readonly side: Side;
  /** Ticks: the worst price it accepts. A market order carries the edge of its band. */
  readonly price: number;
  /** Lots still to be traded. */
  open: number;
};

/** What becomes of an order beyond plain limit. */
export type Terms = {
  /** What is left rests, or is cancelled (market, immediate or cancel); 'post' never takes: it is refused if it would. */
  readonly remainder: 'rest' | 'cancel' | 'post';
  /** Buying for a quote amount: at most so many ticks times lots are spent. Nothing of such an order rests. */
  readonly budget?: number;
};

/** Liquidity that is no order: the house's levels, best first. It stands behind orders at equal price. */
export type HouseLevel = { readonly price: number; open: number };

/** The price is the maker's; no maker means the house. */
export type Fill<O extends BookOrder = BookOrder> = {
  readonly maker: O | undefined;
  readonly price: number;
  readonly lots: number;
};

/** A fill of a resting order by the house: `level` is the index of the house's level that took it. */
export type SweepFill<O extends BookOrder = BookOrder> = Fill<O> & { readonly maker: O; readonly level: number };

/**
 * Why an order stopped taking. 'exhausted': nothing more crosses, or the budget cannot buy one lot more. 'own_order': the
 * next best is the owner's own, and the newer order ends there. 'would_take': a post-only order that would take.
 */
export type End = 'filled' | 'exhausted' | 'own_order' | 'would_take';

export type Plan<O extends BookOrder = BookOrder> = {
  readonly fills: readonly Fill<O>[];
  readonly end: End;
  /** Lots left that will rest in the book: none unless the end is 'exhausted' and the terms let them. */
  readonly rests: number;
};

export type PriceLevel = { readonly price: number; readonly lots: number };

/** Price-time priority over ticks and lots. The open orders, read in priority order, rebuild the book. */
export interface Book<O extends BookOrder = BookOrder> {
  /** What would happen, changing nothing. `house` is what stands opposite to the order, best first. */
  plan(order: O, terms: Terms, house?: readonly HouseLevel[]): Plan<O>;
  /** Does what the plan says, which must be of this very state. Makers that are empty leave the book. */
  apply(order: O, plan: Plan<O>, house?: readonly HouseLevel[]): void;
  /** Takes an order out; false if it is not in the book. Its `open` stays. */
  cancel(order: O): boolean;
  /** Puts back an order that rested: called in priority order, and it must not cross. */
  restore(order: O): void;
  /** The house as the taker: what its levels on `side` would take, at the orders' own prices. Changes nothing. */
  planSweep(side: Side, levels: readonly HouseLevel[]): readonly SweepFill<O>[];
  /** Does what planSweep said, to the orders and to the levels. */
  applySweep(fills: readonly SweepFill<O>[], levels: readonly HouseLevel[]): void;
  /** Best price of a side, undefined if it is empty. */
  best(side: Side): number | undefined;
  /** At most `count` price levels, best first. */
  levels(side: Side, count: number): readonly PriceLevel[];
  /** Orders in priority order. */
  orders(side: Side): Iterable<O>;
  /** Same open orders in the same priority, same text. */
  hash(): string;
}
