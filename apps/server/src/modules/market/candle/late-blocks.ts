import type { Reader } from '../../../platform/db/database.ts';
import { readBlocks, type SealedBlock } from '../block/index.ts';
import type { Board } from '../board/board.ts';

type Blocks = readonly SealedBlock[];

/** Returns the blocks after a number, without a gap. */
export type BlocksSince = (number: number) => Promise<Blocks>;

/** Few, because they are unpacked in one go; and five minutes in all, the longest keeper lag that is supported. */
const BLOCKS_A_READ = 50;
const LATE_MAX = 1_500;

/**
 * Creates a reader of the blocks after a number. The board holds one minute. When the candle keeper lags more, the
 * blocks between are read from the table, once for all callers; beyond what is cached here a result ends earlier, but
 * never contains a gap.
 */
export function createBlocksSince(db: Reader, board: Pick<Board, 'blocksAfter'>): BlocksSince {
  let late: Blocks = [];
  let reading: Promise<unknown> = Promise.resolve();
  const catchUp = async (number: number) => {
    late = late[0] !== undefined && late[0].number <= number + 1 ? late.filter((it) => it.number > number) : [];
    for (let last = lastOf(late, number); late.length < LATE_MAX; last = lastOf(late, number)) {
      if (board.blocksAfter(last) !== undefined) return;
      const next = await readBlocks(db, { from: last + 1, to: last + BLOCKS_A_READ });
      if (next[0]?.number !== last + 1) return;
      late = [...late, ...next];
    }
  };
  return async (number) => {
    const remembered = board.blocksAfter(number);
    if (remembered !== undefined) return remembered;
    const turn = reading.then(() => catchUp(number)); // Serialized: the next caller finds it read.
    reading = turn.catch(() => {});
    await turn;
    const between = late.filter((block) => block.number > number);
    if (between[0]?.number !== number + 1) return [];
    return [...between, ...(board.blocksAfter(lastOf(between, number)) ?? [])];
  };
}

const lastOf = (blocks: Blocks, otherwise: number) => blocks.at(-1)?.number ?? otherwise;
