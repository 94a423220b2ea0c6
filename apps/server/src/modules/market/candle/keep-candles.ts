import type { Db, Tx } from '../../../platform/db/database.ts';
import { transactOn } from '../../../platform/db/transact.ts';
import type { Log } from '../../../platform/process/log.ts';
import { findKeptAfter } from '../block/block.store.ts';
import { readBlocks, type SealedBlock } from '../block/index.ts';
import { addBars, lockCursor, moveCursor, noteOrigins } from './candle.store.ts';
import { byMarket, rollUp } from './roll-up.ts';

/** Rolls blocks up into bars of every period. Whichever process dies at whatever moment, each tick counts once. */
export type CandleKeeper = {
  /** Buffers new blocks, so that the next flush need not read them; never waits. */
  take(blocks: readonly SealedBlock[]): void;
  /** Writes the blocks since the last flush: from memory, or from the table if this process never received them. */
  flush(): Promise<void>;
  /** Returns how many of the blocks it was given, or found before them, are in no bar yet. */
  lag(): number;
};

type KeeperDeps = { readonly db: Db; readonly log?: Pick<Log, 'error'> };

/** Five minutes of blocks, buffered while the database is unavailable. */
const REMEMBERED_MAX = 1_500;
/** Blocks rolled up in one transaction. Few, because the process that unpacks them also produces the prices. */
const BLOCKS_A_ROUND = 100;

export function createCandleKeeper({ db, log }: KeeperDeps): CandleKeeper {
  const transact = transactOn(db);
  let taken: readonly SealedBlock[] = [];
  let newest = 0;
  let written = Number.POSITIVE_INFINITY;
  const round = async () => {
    const remembered = taken;
    const { last, isBehind, missed } = await transact((tx) => addBlocks(tx, remembered));
    taken = taken.filter(({ number }) => number > last); // Keeps blocks that arrived meanwhile.
    written = last;
    for (const gap of missed) log?.error(gap, 'candles.blocks_missing');
    return isBehind;
  };
  return {
    take: (blocks) => {
      taken = [...taken, ...blocks].slice(-REMEMBERED_MAX);
      newest = blocks.at(-1)?.number ?? newest;
      written = Math.min(written, (blocks[0]?.number ?? written) - 1); // Corrected by the first flush.
    },
    flush: async () => {
      while (await round());
    },
    lag: () => Math.max(0, newest - written),
  };
}

/** One minute at full rate: boards hold as much, so up to this lag no chart misses bars. */
const LAG_MAX = 300;

/** Health check of the candle keeper: no other process would notice stalled bars soon. */
export const checkCandles = (keeper: Pick<CandleKeeper, 'lag'>): string[] =>
  keeper.lag() > LAG_MAX ? [`candles: ${keeper.lag()} blocks are in no bar yet`] : [];

type Gap = { readonly from: number; readonly to: number };
type Added = { readonly last: number; readonly isBehind: boolean; readonly missed: readonly Gap[] };

/**
 * Adds blocks under the cursor's lock: another keeper (a feed that was replaced) waits, and then finds the work done.
 */
async function addBlocks(tx: Tx, taken: readonly SealedBlock[]): Promise<Added> {
  const cursor = await lockCursor(tx);
  const remembered = nextOf(taken, cursor);
  const blocks = remembered ?? (await readNext(tx, cursor));
  const last = blocks.at(-1)?.number ?? cursor;
  if (last === cursor) return { last, isBehind: false, missed: [] };
  const ticks = [...byMarket(blocks).values()];
  await noteOrigins(
    tx,
    ticks.flatMap((list) => list.slice(0, 1)),
  );
  await addBars(tx, ticks.flatMap(rollUp));
  await moveCursor(tx, last);
  const isBehind = remembered === undefined || taken.some(({ number }) => number > last);
  return { last, isBehind, missed: gapsIn(blocks, cursor) };
}

/** Returns the buffered blocks that follow the cursor without a gap. */
function nextOf(taken: readonly SealedBlock[], cursor: number): readonly SealedBlock[] | undefined {
  const first = taken.findIndex(({ number }) => number === cursor + 1);
  if (first < 0) return undefined;
  const run = taken.slice(first, first + BLOCKS_A_ROUND);
  const gap = run.findIndex(({ number }, index) => number !== cursor + 1 + index);
  return gap < 0 ? run : run.slice(0, gap);
}

/**
 * Reads the next blocks from the table. Blocks whose ticks were dropped before they were rolled up are missing from the
 * bars and are skipped.
 */
async function readNext(tx: Tx, cursor: number): Promise<readonly SealedBlock[]> {
  const blocks = await readBlocks(tx, { from: cursor + 1, to: cursor + BLOCKS_A_ROUND });
  if (blocks.length > 0) return blocks;
  const next = await findKeptAfter(tx, cursor);
  return next === undefined ? [] : await readBlocks(tx, { from: next, to: next + BLOCKS_A_ROUND - 1 });
}

function gapsIn(blocks: readonly SealedBlock[], cursor: number): readonly Gap[] {
  return blocks.flatMap(({ number }, index) => {
    const before = blocks[index - 1]?.number ?? cursor;
    return number === before + 1 ? [] : [{ from: before + 1, to: number - 1 }];
  });
}
