import type { Tick } from '@app/domain/market';
import { type Block, type Bytes, type Inventory, type NamedRoot, NO_BLOCK } from '@app/verifier';
import type { Tx } from '../../../platform/db/database.ts';

/** A block as stored and sent, its ticks and inventories still packed. */
export type PackedBlock = Block & { readonly hash: Bytes; readonly inventory: Bytes };

/** A sealed block: what the verifier checks, plus its unpacked ticks and what the house held. */
export type SealedBlock = PackedBlock & {
  readonly ticks: readonly Tick[];
  readonly inventories: readonly Inventory[];
};

/** What a block seals besides ticks, as of one snapshot of the database. */
export type Evidence = {
  /** The snapshot; the next block seals what was not visible in it. */
  readonly seen: string;
  /** What the house held, packed; empty if it held nothing. */
  readonly inventory: Bytes;
  /** Receipts issued since the last block, as leaves, in order. */
  readonly receipts: readonly { readonly id: bigint; readonly leaf: Bytes }[];
  /** Heads of other chains, by name. */
  readonly heads?: readonly NamedRoot[];
};

/** Reads what the next block seals besides ticks, and records where it was sealed. Receipts belong to another module. */
export type EvidenceSource = {
  /** Reads what became visible since the last block. */
  read(tx: Tx, last: Pick<Chain, 'seen' | 'atMs'>): Promise<Evidence>;
  record(tx: Tx, block: number, evidence: Evidence): Promise<void>;
};

/** The state from which the next block is sealed. Replaced for every block, so a failed commit leaves no trace. */
export type Chain = {
  readonly number: number;
  readonly hash: Bytes;
  readonly atMs: number;
  /** Number of the last block that was due to be a head, with a head a minute. */
  readonly headNumber: number;
  /** Last tick by market: the market's next tick continues from its number and time. */
  readonly lastTicks: ReadonlyMap<number, Tick>;
  /** Snapshot up to which receipts are sealed; undefined before the first block of version 2. */
  readonly seen: string | undefined;
};

export const EMPTY_CHAIN: Chain = {
  number: 0,
  hash: NO_BLOCK,
  atMs: 0,
  headNumber: 0,
  lastTicks: new Map(),
  seen: undefined,
};

/** Time between heads, except in development, where it may be shorter. */
const HEAD_EVERY_MS = 60_000;
/** Upper bound on the blocks between any block and its head. */
export const HEAD_BLOCKS_MAX = 300;

/**
 * Returns whether a block is due to be a head: the first block of a minute is. Blocks are counted too: while a clock
 * that was set back catches up, block time does not advance, and neither recovery nor a proof may grow because of it.
 */
export const isHeadDue = (
  chain: Chain,
  { number, atMs }: Pick<Block, 'number' | 'atMs'>,
  everyMs = HEAD_EVERY_MS,
): boolean =>
  Math.floor(atMs / everyMs) > Math.floor(chain.atMs / everyMs) || number - chain.headNumber >= HEAD_BLOCKS_MAX;

/** Returns the chain with a block appended; what the block has seen is known to its sealer and to the table. */
export const extend = (chain: Chain, block: SealedBlock, seen?: string): Chain => ({
  number: block.number,
  hash: block.hash,
  atMs: block.atMs,
  headNumber: isHeadDue(chain, block) ? block.number : chain.headNumber,
  lastTicks: new Map([...chain.lastTicks, ...block.ticks.map((tick) => [tick.market, tick] as const)]),
  seen,
});
