import type { Db, Tx } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { transactOn } from '../../../platform/transact.ts';
import { findKeptAfter } from '../block/block.store.ts';
import { readBlocks, type SealedBlock } from '../block/index.ts';
import { addBars, lockCursor, moveCursor, noteOrigins } from './candle.store.ts';
import { byMarket, rollUp } from './roll-up.ts';

/** Rolls blocks up into bars of every period. Whoever dies at whatever moment: each tick counts once. */
export type CandleKeeper = {
  /** Remembers new blocks, so that the next flush need not read them; never waits. */
  take(blocks: readonly SealedBlock[]): void;
  /** Writes what came since the last flush: from memory, or from the table what this process never saw. */
  flush(): Promise<void>;
  /** How many of the blocks it was given, or found before them, are in no bar yet. */
  lag(): number;
};

type KeeperDeps = { readonly db: Db; readonly log?: Pick<Log, 'error'> };

/** Five minutes of blocks: what is remembered while the database is away. */
const REMEMBERED_MAX = 1_500;
/** What one transaction rolls up. Few, because the process that unpacks them makes the prices too. */
const BLOCKS_A_ROUND = 100;

export function createCandleKeeper({ db, log }: KeeperDeps): CandleKeeper {
  const transact = transactOn(db);
  let taken: readonly SealedBlock[] = [];
  let newest = 0;
  let written = Number.POSITIVE_INFINITY;
  const round = async () => {
    const remembered = taken;
    const { last, isBehind, missed } = await transact((tx) => addBlocks(tx, remembered));
    taken = taken.filter(({ number }) => number > last); // Also those that came meanwhile stay.
    written = last;
    for (const gap of missed) log?.error(gap, 'blocks are in no bar: their ticks were dropped before');
    return isBehind;
  };
  return {
    take: (blocks) => {
      taken = [...taken, ...blocks].slice(-REMEMBERED_MAX);
      newest = blocks.at(-1)?.number ?? newest;
      written = Math.min(written, (blocks[0]?.number ?? written) - 1); // Until the first flush knows better.
    },
    flush: async () => {
      while (await round());
    },
    lag: () => Math.max(0, newest - written),
  };
}

/** A minute at full pace: boards remember as much, so up to here no chart is short of anything. */
const LAG_MAX = 300;

/** For the health of who keeps them: bars that stand still are seen by nobody else soon. */
export const checkCandles = (keeper: Pick<CandleKeeper, 'lag'>): string[] =>
  keeper.lag() > LAG_MAX ? [`candles: ${keeper.lag()} blocks are in no bar yet`] : [];

type Gap = { readonly from: number; readonly to: number };
type Added = { readonly last: number; readonly isBehind: boolean; readonly missed: readonly Gap[] };

/** Under the cursor's lock: whoever else keeps bars (a feed that was replaced) waits, and then finds it done. */
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

/** What is remembered without a gap from the cursor on. */
function nextOf(taken: readonly SealedBlock[], cursor: number): readonly SealedBlock[] | undefined {
  const first = taken.findIndex(({ number }) => number === cursor + 1);
  if (first < 0) return undefined;
  const run = taken.slice(first, first + BLOCKS_A_ROUND);
  const gap = run.findIndex(({ number }, index) => number !== cursor + 1 + index);
  return gap < 0 ? run : run.slice(0, gap);
}

/** From the table. Blocks whose ticks were dropped before anybody rolled them up are lost to the bars, and passed over. */
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
