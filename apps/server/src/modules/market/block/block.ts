import type { Tick } from '@app/domain/market';
import { type Block, type Bytes, NO_BLOCK } from '@app/verifier';

/** A block as it is stored and sent, its ticks still packed. */
export type PackedBlock = Block & { readonly hash: Bytes };

/** A block as it was sealed: what the verifier checks, and its ticks for whoever works with them. */
export type SealedBlock = PackedBlock & { readonly ticks: readonly Tick[] };

/** What the next block goes on from. A new one is made for every block, so a failed commit leaves nothing behind. */
export type Chain = {
  readonly number: number;
  readonly hash: Bytes;
  readonly atMs: number;
  /** The last block that was due to be a head. */
  readonly headNumber: number;
  /** By market: its number and time are where the market's next tick begins. */
  readonly lastTicks: ReadonlyMap<number, Tick>;
};

export const EMPTY_CHAIN: Chain = { number: 0, hash: NO_BLOCK, atMs: 0, headNumber: 0, lastTicks: new Map() };

const MINUTE_MS = 60_000;
/** From any block to its head there are fewer than this. */
export const HEAD_BLOCKS_MAX = 300;

/**
 * The first block of a minute is its head. Blocks are counted too: while a clock that went back catches up, their time
 * stands still, and neither recovery nor a proof may grow with that.
 */
export const isHeadDue = (chain: Chain, { number, atMs }: Pick<Block, 'number' | 'atMs'>): boolean =>
  minuteOf(atMs) > minuteOf(chain.atMs) || number - chain.headNumber >= HEAD_BLOCKS_MAX;

const minuteOf = (atMs: number) => Math.floor(atMs / MINUTE_MS);

/** The chain with a block at its end. */
export const extend = (chain: Chain, block: SealedBlock): Chain => ({
  number: block.number,
  hash: block.hash,
  atMs: block.atMs,
  headNumber: isHeadDue(chain, block) ? block.number : chain.headNumber,
  lastTicks: new Map([...chain.lastTicks, ...block.ticks.map((tick) => [tick.market, tick] as const)]),
});
