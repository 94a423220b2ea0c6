import type { Tick } from '@app/domain/market';
import { type Block, type Bytes, NO_BLOCK } from '@app/verifier';

/** A block as stored and sent, its ticks still packed. */
export type PackedBlock = Block & { readonly hash: Bytes };

/** A sealed block: what the verifier checks, plus its unpacked ticks. */
export type SealedBlock = PackedBlock & { readonly ticks: readonly Tick[] };

/** The state from which the next block is sealed. Replaced for every block, so a failed commit leaves no trace. */
export type Chain = {
  readonly number: number;
  readonly hash: Bytes;
  readonly atMs: number;
  /** Number of the last block that was due to be a head. */
  readonly headNumber: number;
  /** Last tick by market: the market's next tick continues from its number and time. */
  readonly lastTicks: ReadonlyMap<number, Tick>;
};

export const EMPTY_CHAIN: Chain = { number: 0, hash: NO_BLOCK, atMs: 0, headNumber: 0, lastTicks: new Map() };

const MINUTE_MS = 60_000;
/** Upper bound on the blocks between any block and its head. */
export const HEAD_BLOCKS_MAX = 300;

/**
 * Returns whether a block is due to be a head: the first block of a minute is. Blocks are counted too: while a clock
 * that was set back catches up, block time does not advance, and neither recovery nor a proof may grow because of it.
 */
export const isHeadDue = (chain: Chain, { number, atMs }: Pick<Block, 'number' | 'atMs'>): boolean =>
  minuteOf(atMs) > minuteOf(chain.atMs) || number - chain.headNumber >= HEAD_BLOCKS_MAX;

const minuteOf = (atMs: number) => Math.floor(atMs / MINUTE_MS);

/** Returns the chain with a block appended. */
export const extend = (chain: Chain, block: SealedBlock): Chain => ({
  number: block.number,
  hash: block.hash,
  atMs: block.atMs,
  headNumber: isHeadDue(chain, block) ? block.number : chain.headNumber,
  lastTicks: new Map([...chain.lastTicks, ...block.ticks.map((tick) => [tick.market, tick] as const)]),
});
