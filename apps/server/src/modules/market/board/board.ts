import type { DaySpark, Market, MarketState } from '@app/domain/market';
import type { Amount, Price } from '@app/money';
import type { SealedBlock } from '../block/index.ts';

/** What a market shows: its last index price, and the day behind it. */
export type Quote = {
  readonly market: Market;
  readonly price: Price;
  /** Of the tick that says so. */
  readonly seq: number;
  readonly atMs: number;
  readonly state: MarketState;
  readonly open24h: Price;
  readonly high24h: Price;
  readonly low24h: Price;
  /** Of the reference venues, in base units. */
  readonly volume24h: Amount;
  readonly isSimulated: boolean;
};

/** The newest price of every market, kept in memory: asking it costs nothing, however many ask. */
export type Board = {
  /** Resolves once it knows what the table knew when it began. */
  ready(): Promise<void>;
  /** Everything that can be traded, prices or not. */
  markets(): readonly Market[];
  /** In the order of the list; a market without a single tick has none. */
  quotes(): readonly Quote[];
  quoteOf(marketId: number): Quote | undefined;
  /** The last day as a curve; as coarse as its steps, so that it need not be made for every question. */
  sparkOf(marketId: number): DaySpark | undefined;
  /** The last block it has seen. */
  blockNumber(): number;
  /** The newest blocks it holds that come after one, in order; undefined where it no longer holds all of them. */
  blocksAfter(number: number): readonly SealedBlock[] | undefined;
  /** Calls back after the board has taken the blocks; the answer ends it. */
  onBlocks(listener: (blocks: readonly SealedBlock[]) => void): () => void;
  close(): Promise<void>;
};
