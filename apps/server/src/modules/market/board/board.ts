import type { DaySpark, Market, MarketState, Tick } from '@app/domain/market';
import type { Amount, Price } from '@app/money';
import type { SealedBlock } from '../block/index.ts';

/** A market's last index price and its 24-hour figures. */
export type Quote = {
  readonly market: Market;
  readonly price: Price;
  /** Sequence number of the tick with this price. */
  readonly seq: number;
  readonly atMs: number;
  readonly state: MarketState;
  readonly open24h: Price;
  readonly high24h: Price;
  readonly low24h: Price;
  /** Volume of the reference venues, in base units. */
  readonly volume24h: Amount;
  readonly isSimulated: boolean;
};

/** A tick and the number of the block that sealed it. */
type SealedTick = { readonly tick: Tick; readonly block: number };

/** The newest price of every market, in memory: reads are free, however many callers there are. */
export type Board = {
  /** Resolves once the board has everything that was in the table when it started. */
  ready(): Promise<void>;
  /** Returns every tradable market, with or without prices. */
  markets(): readonly Market[];
  /** Returns quotes in list order; a market without a single tick has none. */
  quotes(): readonly Quote[];
  quoteOf(marketId: number): Quote | undefined;
  /** Returns a market's newest tick and the block that sealed it; undefined until the board has seen that block. */
  sealedTickOf(marketId: number): SealedTick | undefined;
  /** Returns the time of the newest block applied; zero before the first. */
  newestBlockMs(): number;
  /** Returns the last day as a curve; recomputed only at its own resolution, not for every call. */
  sparkOf(marketId: number): DaySpark | undefined;
  /** Returns the number of the last block applied. */
  blockNumber(): number;
  /** Returns the held blocks after a number, in order; undefined if it no longer holds all of them. */
  blocksAfter(number: number): readonly SealedBlock[] | undefined;
  /** Calls the listener after the board has applied the blocks; returns the unsubscribe function. */
  onBlocks(listener: (blocks: readonly SealedBlock[]) => void): () => void;
  close(): Promise<void>;
};
