import type { Book as LedgerBook } from '@app/domain/ledger';
import type { Market } from '@app/domain/market';
import type { LadderRules, OrderReason } from '@app/domain/spot';
import type { Book, BookOrder, HouseLevel } from '@app/matching';
import type { Amount, Price } from '@app/money';
import type { Shard } from '../../../engine/product.ts';
import type { Versioned } from '../../reference/index.ts';
import type { StoredOrder } from '../order-row.ts';

/** An order in the engine's memory: the book's own object, so that a fill leads straight to it. */
export type SpotOrder = StoredOrder & BookOrder;

/** An index price as a sealed block told it. */
export type IndexTick = {
  readonly price: Price;
  readonly seq: number;
  readonly atMs: number;
  readonly block: number;
  readonly isSimulated: boolean;
};

/**
 * What the house offers from one tick to the next. Computed once, then only taken from: whoever takes a level does not
 * find it full again before the price was heard anew.
 */
export type Ladder = {
  readonly book: LedgerBook;
  readonly tick: IndexTick;
  readonly inventory: Inventory;
  readonly rules: Versioned<LadderRules>;
  readonly asks: readonly HouseLevel[];
  readonly bids: readonly HouseLevel[];
  /** Lots taken from each side so far. */
  readonly taken: { buy: number; sell: number };
};

/** What the house owns of a market's two currencies. */
type Inventory = { readonly base: Amount; readonly quote: Amount };

/** A trade as everybody sees it; nothing of it says who. */
export type Trade = {
  readonly id: string;
  readonly price: string;
  readonly quantity: string;
  readonly side: 'buy' | 'sell';
  readonly isHouse: boolean;
  readonly at: number;
};

export type SpotMarketState = {
  readonly market: Market & { readonly baseId: bigint; readonly quoteId: bigint };
  /** What one lot costs at one tick. */
  readonly unit: Amount;
  readonly book: Book<SpotOrder>;
  /** What the house owns for this market. */
  inventory: Inventory;
  /** How often the demo house was funded. */
  fundings: number;
  /** Whether a sweep had to leave some for the next one. */
  sweepPending: boolean;
  tick: IndexTick | undefined;
  ladder: Ladder | undefined;
  /** Newest first. */
  trades: readonly Trade[];
  /** Whether anything of it changed since it was last shown. */
  isChanged: boolean;
  lastPublishedMs: number;
};

export type SpotState = {
  readonly shard: Shard;
  readonly book: LedgerBook;
  readonly markets: ReadonlyMap<number, SpotMarketState>;
  /** Those that rest. */
  readonly orders: Map<bigint, SpotOrder>;
  readonly byUser: Map<bigint, Set<SpotOrder>>;
  /** The last number of each user's channel: they begin anew with every owner, which a client takes for a gap. */
  readonly pushed: Map<bigint, number>;
  updateSeq: bigint;
  /** What those who limited their daily loss traded today, by market. */
  readonly days: Map<bigint, TradedDay>;
};

export type TradedDay = { readonly since: bigint; readonly markets: Map<number, Traded> };
export type Traded = { readonly signedQuantity: Amount; readonly signedCost: Amount; readonly fee: Amount };

/** One that is traded no more is kept for the orders that still rest in it: they can be cancelled. */
export const isTraded = ({ market }: SpotMarketState): boolean => market.products.includes('spot');

export function addOrder({ orders, byUser }: SpotState, order: SpotOrder): void {
  orders.set(order.id, order);
  const own = byUser.get(order.owner) ?? new Set();
  byUser.set(order.owner, own.add(order));
}

export function removeOrder({ orders, byUser }: SpotState, order: SpotOrder): void {
  orders.delete(order.id);
  const own = byUser.get(order.owner);
  own?.delete(order);
  if (own?.size === 0) byUser.delete(order.owner);
}

/** Nothing is left to be done for it. */
export function closeOrder(order: SpotOrder, atMs: number, reason?: OrderReason): void {
  order.status = reason === undefined ? 'filled' : 'cancelled';
  order.reason = reason;
  order.closedAtMs = atMs;
}
