import { setImmediate as letOthersIn } from 'node:timers/promises';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/process/log.ts';
import { believeBlock, type ChainPosition } from './believe-block.ts';
import { findKeptAfter, readBlocks, readHeaders, readLastHeader } from './block.store.ts';
import { EMPTY_CHAIN, type PackedBlock, type SealedBlock } from './block.ts';
import { createKnownKeys } from './known-keys.ts';
import { BLOCK_SUBJECT, decodeBlockMessage } from './publish-block.ts';

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

/**
 * Reads a page of the blocks that follow a number without a gap. Undefined if ticks are missing there and stored later: a
 * reader that needs every tick must not go on.
 */
export async function readBlocksAfter(db: Db, number: number): Promise<readonly SealedBlock[] | undefined> {
  const blocks = await readRun(db, number + 1);
  if (blocks.length > 0) return blocks;
  const next = await findKeptAfter(db, number);
  return next === undefined || next <= number + 1 ? [] : undefined;
}

/** Reads blocks up to the first one that is missing. */
async function readRun(db: Db, from: number): Promise<readonly SealedBlock[]> {
  const blocks = await readBlocks(db, { from, to: from + BLOCKS_A_READ - 1 });
  const gap = blocks.findIndex(({ number }, index) => number !== from + index);
  return gap < 0 ? blocks : blocks.slice(0, gap);
}

/** Blocks received over the bus and not yet taken. */
type ReceivedBlocks = {
  /**
   * Takes the verified blocks that follow a position without a gap; undefined if there are none and the table must be
   * read.
   */
  takeAfter(position: ChainPosition): Promise<readonly SealedBlock[] | undefined>;
  /** Resolves on the next hint, at once if one arrived since the last take, and in any case after a timeout. */
  untilWoken(): Promise<void>;
  end(): void;
};

const SILENCE_MS = 500;
/**
 * Hints further ahead than this are not buffered, because reading the table is faster; they only signal that new blocks
 * exist.
 */
const AHEAD_MAX = 500;

function receiveBlocks({ db, bus, log }: { db: Db; bus: Bus; log: Log }, signal: AbortSignal): ReceivedBlocks {
  const waiting = new Map<number, PackedBlock>();
  const keys = createKnownKeys(db);
  let last = Number.NEGATIVE_INFINITY; // Buffer nothing before a position is set.
  let hasArrivals = false;
  let wake = () => {};
  const end = bus.listen(BLOCK_SUBJECT, (message) => {
    const sent = decodeBlockMessage(message);
    if (sent.number <= last) return;
    if (sent.number <= last + AHEAD_MAX) waiting.set(sent.number, sent);
    hasArrivals = true;
    wake();
  });
  signal.addEventListener('abort', () => wake(), { once: true });

  /** Takes one hint and accepts or drops it: an invalid message delays delivery by no more than one table read. */
  const takeNext = async (position: ChainPosition): Promise<SealedBlock | undefined> => {
    const sent = waiting.get(position.number + 1);
    if (sent === undefined) return undefined;
    waiting.delete(sent.number);
    await letOthersIn(); // Each costs a millisecond of CPU, and many may be queued.
    const block = believeBlock(sent, position, await keys.find(sent));
    if (block !== undefined) return block;
    hasArrivals = true;
    log.error({ block: sent.number }, 'blocks.unexpected_message');
    return undefined;
  };
  return {
    takeAfter: async (position) => {
      hasArrivals = false;
      last = position.number;
      for (const number of waiting.keys()) if (number <= last) waiting.delete(number);
      const run: SealedBlock[] = [];
      for (let next = await takeNext(position); next !== undefined; next = await takeNext(next)) run.push(next);
      return run.length > 0 ? run : undefined;
    },
    untilWoken: async () => {
      if (hasArrivals || signal.aborted) return;
      let timeout: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timeout = setTimeout(resolve, SILENCE_MS);
      });
      clearTimeout(timeout);
    },
    end,
  };
}
