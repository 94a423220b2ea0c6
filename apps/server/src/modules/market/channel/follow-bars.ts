import type { Db } from '../../../platform/database.ts';
import { readBlocks } from '../block/index.ts';
import type { Board } from '../board/board.ts';
import { readNewestBars } from '../candle/candle-reading.store.ts';
import { type CurrentBars, createCurrentBars } from './current-bars.ts';

const BLOCKS_A_READ = 500;

type Followed = Pick<Board, 'blocksAfter' | 'onBlocks'>;

/** The open bars from the store, brought up to the board's blocks and kept up with them as long as the board is. */
export async function followBars(db: Db, board: Followed): Promise<CurrentBars> {
  const bars = createCurrentBars(await readNewestBars(db));
  for (;;) {
    const held = board.blocksAfter(bars.blockNumber());
    // What the keeper of the stored bars is too far behind for; what is no longer kept anywhere stays out of them.
    const read =
      held ?? (await readBlocks(db, { from: bars.blockNumber() + 1, to: bars.blockNumber() + BLOCKS_A_READ }));
    bars.take(read);
    if (held === undefined && read.length > 0) continue;
    board.onBlocks(bars.take); // Nothing can come between the board's answer and this, so nothing is missed.
    return bars;
  }
}
