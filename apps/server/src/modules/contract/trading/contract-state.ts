import type {
  ContractMarket,
  ContractTerms,
  Cover,
  Position,
  PositionSide,
  SessionCount,
  Settlement,
  SettlementCause,
  StressItem,
  StressSums,
  TriggerIndex,
  TriggerItem,
} from '@app/domain/contract';
import type { Mode } from '@app/domain/ledger';
import type { Market } from '@app/domain/market';
import type { Amount, Price, Rate } from '@app/money';
import type { Shard } from '../../../engine/product.ts';
import type { PushNumbers } from '../../../engine/push-numbers.ts';
import type { Receipt } from '../../proof/index.ts';
import type { StoredPosition } from '../position-row.ts';
import type { ReceiptChain, ReceiptTick } from '../receipts.ts';
import type { DealMarket } from '../wire-deal.ts';

/** Fields that `position` has in memory. */
type OfPosition = 'leverage' | 'lots' | 'margin' | 'entry' | 'openFee' | 'overnightSince' | 'overnightCharged';

/** An order and the position it opens, in the engine's memory. */
export type Deal = Omit<StoredPosition, OfPosition | 'market' | 'key' | 'heldFee' | 'terms'> &
  TriggerItem &
  StressItem & {
    readonly at: ContractMarketState;
    readonly side: PositionSide;
    /** While the order is pending, its entry is its limit, and margin and opening fee are what is held. */
    position: Position;
    /** Version of the terms it keeps. */
    termsVersion: number;
  };

/** Index price from a sealed block. */
export type IndexTick = ReceiptTick & {
  readonly atMs: number;
  /** When the block was sealed. */
  readonly sealedMs: number;
};

/** What a run does to a deal. Acts come in this order. */
export type RunAct = 'deliver' | 'expire' | 'close' | 'liquidate' | 'stop' | 'profit' | 'fill';
export type RunItem = { readonly deal: Deal; readonly act: RunAct };

/** The overnight fee of one day: the market's overnight index before and after it. */
export type Night = { readonly day: string; readonly before: Price; readonly after: Price };

/** Everything that one tick does to a market; it is decided in chunks. */
export type Run = {
  readonly tick: IndexTick;
  /** Nights that begin with this tick; empty once they are stored. */
  nights: readonly Night[];
  /** Whether session and nights, which come before the items, are stored. */
  hasBegun: boolean;
  /** What is left to do. In place: copying thousands for every part would be most of its garbage. */
  readonly items: RunItem[];
  /** Deals of what is left: commands about them wait. */
  readonly deals: Set<Deal>;
};

/** A day whose overnight fee is being charged to the positions of a market. */
type ChargeDay = { readonly day: string; readonly index: Price };
export type Charging = ChargeDay & {
  readonly rest: Iterator<Deal>;
  /** Taken from the rest and not charged yet. */
  chunk: readonly Deal[];
};

export type ContractMarketState = {
  market: Market & DealMarket;
  readonly contract: ContractMarket;
  /** Last tick that was applied. */
  tick: IndexTick | undefined;
  /** Whether that tick is one to trade at. */
  isOpen: boolean;
  session: SessionCount | undefined;
  /** The last day that the overnight index includes; undefined before the market's first tick. */
  overnight: { readonly day: string | undefined; readonly index: Price };
  overnightChain: ReceiptChain;
  /** Last tick whose run has begun, and its price. */
  runSeq: number;
  runPrice: Price;
  run: Run | undefined;
  /** Ticks that wait until the run is done. */
  readonly waiting: IndexTick[];
  /** Deals that the next valid tick closes. */
  readonly closing: Set<Deal>;
  /** Live deals: pending, open or closing. */
  readonly deals: Set<Deal>;
  /** Live deals by their day of delivery. */
  readonly series: Map<string, Set<Deal>>;
  readonly triggers: TriggerIndex<Deal>;
  readonly stress: StressSums<Deal>;
  /** Base units of all longs and of all shorts. */
  readonly open: Record<PositionSide, Amount>;
  /** Days whose fees are not charged to everybody yet, oldest first. */
  chargeDays: readonly ChargeDay[];
  charging: Charging | undefined;
};

export type ContractState = {
  readonly shard: Shard;
  readonly mode: Mode;
  /** Most deals that one batch takes from a run. */
  readonly chunk: number;
  readonly markets: Map<number, ContractMarketState>;
  /** Live deals: pending, open or closing. */
  readonly deals: Map<bigint, Deal>;
  readonly byUser: Map<bigint, Set<Deal>>;
  /** Terms that positions keep, by version: positions of one version share one object. */
  readonly terms: Map<number, ContractTerms>;
  readonly pushNumbers: PushNumbers;
  /** Time of the newest sealed block that arrived. */
  newestBlockMs: number;
  /** When the demo platform's funds were last looked at. */
  fundedMs: number;
};

export type SettlementRow = {
  readonly id: bigint;
  readonly deal: Deal;
  readonly cause: SettlementCause;
  /** What was settled, before it was. */
  readonly part: Position;
  readonly settlement: Settlement;
  readonly cover: Cover;
  readonly tick: IndexTick;
  readonly atMs: number;
};

/** The fee of one position for one day. */
export type ChargeRow = {
  readonly id: bigint;
  readonly deal: Deal;
  readonly day: string;
  readonly charge: Amount;
  readonly atMs: number;
};

export type OvernightRow = {
  readonly id: bigint;
  readonly market: number;
  readonly night: Night;
  readonly tick: IndexTick;
  readonly rate: Rate;
  /** Version of the classes that have the rate. */
  readonly classes: number;
  readonly chain: ReceiptChain & { readonly hash: string };
  readonly atMs: number;
};

/** How far a market has come, as of the tick whose run begins: the next tick may be applied before this is written. */
export type MarketRow = Pick<ContractMarketState, 'market' | 'runSeq' | 'runPrice' | 'session' | 'overnight'>;

/** Rows written by one command. Deals are live objects: a batch writes each once, in its final state. */
export type ContractRows = {
  readonly placed: readonly { readonly deal: Deal; readonly key: string }[];
  readonly changed: readonly Deal[];
  readonly settlements: readonly SettlementRow[];
  readonly charges: readonly ChargeRow[];
  readonly nights: readonly OvernightRow[];
  readonly markets: readonly MarketRow[];
  readonly receipts: readonly Receipt[];
  /** Fees that are no part of a settlement: of openings and of nights. */
  readonly fees: readonly PaidFee[];
};

export type PaidFee = { readonly userId: bigint; readonly fee: Amount; readonly atMs: number };
