import type { Mode } from '@app/domain/ledger';
import type { Market } from '@app/domain/market';
import type { LadderClass, OrderReason, Side } from '@app/domain/spot';
import type { Book, BookOrder, HouseLevel } from '@app/matching';
import type { Amount, Price } from '@app/money';
import { type Decoded, placeCommand, readCommand as readOf, SPOT_COMMANDS } from '@app/protocol/engine';
import type { Lane, Shard } from '../../../engine/product.ts';
import type { PushNumbers } from '../../../engine/push-numbers.ts';
import type { Receipt } from '../../proof/index.ts';
import type { Versioned } from '../../reference/index.ts';
import type { StoredOrder } from '../order-row.ts';

type OwnCommand<Name> = Extract<Decoded<(typeof SPOT_COMMANDS)[number]>, { readonly name: Name }>;

export type PlaceCommand = OwnCommand<'spot.place'>;
export type CancelCommand = OwnCommand<'spot.cancel'>;
export type CancelAllCommand = OwnCommand<'spot.cancelAll'>;
export type ReadInventoryCommand = OwnCommand<'spot.readInventory'>;
/** Created by ticks: the house's new levels cross resting orders. */
export type SweepCommand = { readonly name: 'sweep'; readonly market: number };
/** Funds a demo market's house again whenever one side leaves 20 to 190 % of its initial value. */
export type FundCommand = { readonly name: 'fund'; readonly market: number };

/** Continues the matching order of a market. */
export type ContinueCommand = { readonly name: 'continue'; readonly market: number };

export type SpotCommand =
  | PlaceCommand
  | CancelCommand
  | CancelAllCommand
  | ReadInventoryCommand
  | SweepCommand
  | FundCommand
  | ContinueCommand;

/** Orders in the same market wait while one is continued, so continuing comes before everything else. */
export function laneOf({ name }: SpotCommand): Lane {
  if (name === 'continue') return 'next';
  return name === placeCommand.name ? 'then' : 'first';
}

export const readCommand = (name: string, fields: unknown): SpotCommand => readOf(SPOT_COMMANDS, name, fields);

/** Order in the engine's memory: the order book's own object, so that a fill references it directly. */
export type SpotOrder = StoredOrder & BookOrder;

/** Index price from a sealed block. */
export type IndexTick = {
  readonly price: Price;
  readonly seq: number;
  readonly atMs: number;
  readonly block: number;
  readonly isSimulated: boolean;
};

/**
 * House quotes between two ticks. Computed once, then only consumed: a taken level is not refilled before the next
 * price.
 */
export type Ladder = {
  readonly mode: Mode;
  readonly tick: IndexTick;
  /** As sealed in the tick's own block: anybody can compute the same ladder from it. */
  readonly inventory: Inventory;
  readonly rules: Versioned<LadderClass>;
  readonly asks: readonly HouseLevel[];
  readonly bids: readonly HouseLevel[];
  /** What was taken from each of the house's sides so far. */
  readonly taken: Record<Side, TakenSide>;
};

/** Lots taken from one side of a ladder, and the chain of receipts for them. */
export type TakenSide = { readonly lots: number; readonly receipts: number; readonly lastHash: string | null };

/** House inventory in a market's two currencies. */
type Inventory = { readonly base: Amount; readonly quote: Amount };

/** Public trade; it identifies neither party. */
export type Trade = {
  readonly id: string;
  readonly price: string;
  readonly quantity: string;
  readonly side: 'buy' | 'sell';
  readonly isHouse: boolean;
  readonly at: number;
};

export type SpotMarketState = {
  market: Market & { readonly baseId: bigint; readonly quoteId: bigint };
  /** Cost of one lot at one tick. */
  readonly unit: Amount;
  readonly book: Book<SpotOrder>;
  /** House inventory of this market. */
  inventory: Inventory;
  /** Number of times the demo house was funded. */
  fundings: number;
  /** Whether a sweep reached its limit and must continue. */
  sweepPending: boolean;
  /** Order that meets more makers than one batch carries. New orders of this market wait until it stops matching. */
  matching: MatchingOrder | undefined;
  tick: IndexTick | undefined;
  /**
   * Last tick whose ladder an earlier state of this market has traded at: how much of it is left is not known, so it is
   * not offered again.
   */
  readonly tradedSeq: number;
  ladder: Ladder | undefined;
  /** Newest first. */
  trades: readonly Trade[];
  /** Whether anything changed since the last publication. */
  isChanged: boolean;
  lastPublishedMs: number;
};

/** An order between two batches of its matching. It pays from its hold and is not in the order book. */
export type MatchingOrder = {
  readonly order: SpotOrder;
  /** Lots requested; the order's own `open` are those left. */
  readonly lots: number;
  /** Budget or proceeds of the whole order, in units of one tick times one lot. */
  readonly quoteUnits: number | undefined;
};

export type SpotState = {
  readonly shard: Shard;
  readonly mode: Mode;
  readonly markets: Map<number, SpotMarketState>;
  /** Resting orders. */
  readonly orders: Map<bigint, SpotOrder>;
  readonly byUser: Map<bigint, Set<SpotOrder>>;
  readonly pushNumbers: PushNumbers;
  updateSeq: bigint;
  /** Time of the newest sealed block that arrived; prices sealed since then are unknown. */
  newestBlockMs: number;
  /** Today's trades, by market, of users with a daily loss limit. */
  readonly days: Map<bigint, TradedDay>;
};

export type TradedDay = { readonly since: bigint; readonly markets: Map<number, Traded> };
export type Traded = { readonly signedQuantity: Amount; readonly signedCost: Amount; readonly fee: Amount };

/**
 * Whether a market is traded. One that is no longer traded is kept while orders rest in it, so that they can be
 * cancelled.
 */
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

export const isMatching = ({ matching }: SpotMarketState, order: SpotOrder): boolean => matching?.order === order;

/** Ends the matching of a market's order. The sweep that had to wait for it follows. */
export function stopMatching(marketState: SpotMarketState): void {
  marketState.matching = undefined;
  marketState.sweepPending = true;
}

/** Closes an order: filled without a reason, otherwise cancelled. */
export function closeOrder(order: SpotOrder, atMs: number, reason?: OrderReason): void {
  order.status = reason === undefined ? 'filled' : 'cancelled';
  order.reason = reason;
  order.closedAtMs = atMs;
}

export type FillRow = {
  readonly id: bigint;
  readonly market: SpotMarketState['market'];
  readonly side: Side;
  readonly price: Price;
  readonly quantity: Amount;
  readonly cost: Amount;
  /** Undefined for the house. */
  readonly taker: SpotOrder | undefined;
  readonly maker: SpotOrder | undefined;
  readonly takerFee: Amount;
  readonly makerFee: Amount;
  readonly atMs: number;
};

/** Rows written by one command. Orders are the live objects: a batch writes each once, in its final state. */
export type SpotRows = {
  readonly placed: readonly SpotOrder[];
  readonly changed: readonly SpotOrder[];
  readonly fills: readonly FillRow[];
  readonly receipts: readonly Receipt[];
  /** Orders that continue in the next batch from now on, and those that no longer do. */
  readonly matching: readonly MatchingOrder[];
  readonly matched: readonly SpotOrder[];
};

export const NO_ROWS: SpotRows = { placed: [], changed: [], fills: [], receipts: [], matching: [], matched: [] };
