import type { Bus } from '../../../platform/bus.ts';
import type { Db } from '../../../platform/database.ts';
import type { OpenChannel } from '../../../platform/gateway-channels.ts';
import type { Log } from '../../../platform/log.ts';
import type { Board } from '../board/board.ts';
import type { History } from '../candle/history.ts';
import { followBooks } from './book-channels.ts';
import { fillFirstBars } from './fill-first-bars.ts';
import { followBars } from './follow-bars.ts';
import { createOpenChannel } from './open-channel.ts';

type MarketChannelDeps = {
  readonly db: Db;
  readonly bus: Bus;
  readonly log: Log;
  readonly board: Board;
  readonly history: History;
};

/** Opens the public channels of every market, for a gateway. The board must be ready; the caller closes it. */
export async function openMarketChannels(deps: MarketChannelDeps): Promise<OpenChannel> {
  const { db, bus, board } = deps;
  const bars = await followBars(db, board);
  return createOpenChannel({ board, bars, books: followBooks(bus), onLook: fillFirstBars(deps, bars) });
}
