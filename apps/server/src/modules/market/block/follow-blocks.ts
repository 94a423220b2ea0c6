import type { Bus } from '../../../platform/bus.ts';
import type { Db } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { ChainPosition } from './believe-block.ts';
import { findKeptAfter, readBlocks, readHeaders, readLastHeader } from './block.store.ts';
import { EMPTY_CHAIN, type SealedBlock } from './block.ts';
import { receiveBlocks } from './receive-blocks.ts';

export type FollowDeps = { readonly db: Db; readonly bus: Bus; readonly log: Log };
export type Follower = {
  /** The last block the follower already has; defaults to the newest block. */
  readonly after?: number;
  /**
   * Receives the blocks. They count as delivered when this succeeds; after a failure it is called again with the same
   * blocks.
   */
  readonly onBlocks: (blocks: readonly SealedBlock[]) => void | Promise<void>;
};

const BLOCKS_A_READ = 100;

/**
 * Delivers every block once and in order until the signal aborts. Blocks arrive over the bus, and only those signed by
 * one of our keys are accepted; lost ones, and all while the bus is silent, are read from the table.
 */
export async function followBlocks(deps: FollowDeps, follower: Follower, signal: AbortSignal): Promise<void> {
  const received = receiveBlocks(deps, signal);
  let last: ChainPosition | undefined;
  while (!signal.aborted) {
    let isCaughtUp = true;
    try {
      last ??= await findPosition(deps.db, follower.after);
      const brought = await received.takeAfter(last);
      const blocks = brought ?? (await readAfter(deps, last));
      if (signal.aborted) break;
      if (blocks.length > 0) await follower.onBlocks(blocks);
      last = blocks.at(-1) ?? last;
      isCaughtUp = brought !== undefined || blocks.length === 0;
    } catch (error) {
      deps.log.error({ err: error, after: last?.number }, 'blocks.delivery_failed');
    }
    if (isCaughtUp) await received.untilWoken();
  }
  received.end();
}

/** Finds the starting position, with the hash that the next block must name. */
async function findPosition(db: Db, after: number | undefined): Promise<ChainPosition> {
  if (after === undefined) return (await readLastHeader(db)) ?? EMPTY_CHAIN;
  if (after === 0) return EMPTY_CHAIN;
  const [header] = await readHeaders(db, { from: after, to: after });
  return header ?? { number: after, hash: undefined };
}

async function readAfter({ db, log }: FollowDeps, { number }: ChainPosition): Promise<readonly SealedBlock[]> {
  const blocks = await readRun(db, number + 1);
  if (blocks.length > 0) return blocks;
  const next = await findKeptAfter(db, number);
  if (next === undefined || next <= number + 1) return [];
  log.error({ from: number + 1, to: next - 1 }, 'blocks.ticks_dropped');
  return await readRun(db, next);
}

/** Reads blocks up to the first one that is missing. */
async function readRun(db: Db, from: number): Promise<readonly SealedBlock[]> {
  const blocks = await readBlocks(db, { from, to: from + BLOCKS_A_READ - 1 });
  const gap = blocks.findIndex(({ number }, index) => number !== from + index);
  return gap < 0 ? blocks : blocks.slice(0, gap);
}
