import type { Db } from '../../../platform/database.ts';
import { readBlocks } from '../block/index.ts';
import type { Board } from '../board/board.ts';
import { readNewestBars } from '../candle/candle-reading.store.ts';
import { type CurrentBars, createCurrentBars } from './current-bars.ts';

const BLOCKS_A_READ = 500;

type Followed = Pick<Board, 'blocksAfter' | 'onBlocks'>;

/**
 * Loads the open bars from the store, catches them up to the board's blocks and keeps them current as long as the board
 * runs.
 */
export async function followBars(db: Db, board: Followed): Promise<CurrentBars> {
  const bars = createCurrentBars(await readNewestBars(db));
  for (;;) {
    const held = board.blocksAfter(bars.blockNumber());
    // Reads blocks the board no longer holds when the candle keeper lags too far; blocks no longer kept anywhere are
    // left out.
    const read =
      held ?? (await readBlocks(db, { from: bars.blockNumber() + 1, to: bars.blockNumber() + BLOCKS_A_READ }));
    bars.take(read);
    if (held === undefined && read.length > 0) continue;
    board.onBlocks(bars.take); // No block can arrive between the board's reply and this, so none is missed.
    return bars;
  }
}
