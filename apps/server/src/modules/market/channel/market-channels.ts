import { unreachable } from '@app/base';
import { barEnd, mergeCandles } from '@app/domain/market';
import { type Channel, readChannel } from '@app/protocol/socket';
import type { ChannelSource, OpenChannel } from '../../../gateway/channels.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/process/log.ts';
import { readBlocks } from '../block/index.ts';
import type { Board } from '../board/board.ts';
import { barsBefore } from '../candle/before-origin.ts';
import { readBars, readNewestBars } from '../candle/candle-reading.store.ts';
import type { History } from '../candle/history.ts';
import { type Books, followBooks, openDepth, openTrades } from './book-channels.ts';
import { type BarKey, type CurrentBars, createCurrentBars } from './current-bars.ts';
import { openKline } from './kline-channel.ts';
import { openQuotes } from './quotes-channel.ts';

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

const BLOCKS_A_READ = 500;

type Followed = Pick<Board, 'blocksAfter' | 'onBlocks'>;

/**
 * Loads the open bars from the store, catches them up to the board's blocks and keeps them current as long as the board
 * runs.
 */
async function followBars(db: Db, board: Followed): Promise<CurrentBars> {
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

type FillDeps = {
  readonly db: Db;
  readonly log: Log;
  readonly history: History;
  readonly board: Pick<Board, 'markets'>;
};

/**
 * Completes the bar in which a simulated market's own prices began, so that a chart shows it with the simulated prices
 * before them. Computed when a user first views it, because few ever do; until then, and on failure, the bar begins
 * with the first tick.
 */
function fillFirstBars(deps: FillDeps, bars: CurrentBars): (key: BarKey) => void {
  const looked = new Set<string>();
  return (key) => {
    const name = `${key.market} ${key.period}`;
    if (looked.has(name)) return;
    looked.add(name);
    void fill(deps, bars, key)
      .catch((error: unknown) => deps.log.warn({ err: error, ...key }, 'candles.first_bar_incomplete'))
      .then((isSettled) => isSettled === true || looked.delete(name));
  };
}

/**
 * Returns whether the bar is now complete or needs nothing; before its first tick is stored, this cannot be decided.
 */
async function fill({ db, history, board }: FillDeps, bars: CurrentBars, key: BarKey): Promise<boolean> {
  const market = board.markets().find(({ id }) => id === key.market);
  const bar = bars.barOf(key);
  if (market === undefined || bar === undefined) return false;
  const fromMs = bar.startMs;
  const { origin } = await readBars(db, { ...key, fromMs, toMs: fromMs, barsMax: 1 });
  if (origin === undefined) return false;
  if (!origin.isSimulated || origin.firstMs < fromMs) return true;
  const span = { period: key.period, fromMs, toMs: barEnd(key.period, fromMs) };
  const before = await barsBefore(history, { market, endMs: origin.firstMs }, span);
  bars.change(key, (now) => (now.startMs === fromMs ? mergeCandles([...before, now], key.period).at(-1) : undefined));
  return true;
}

type ChannelDeps = {
  readonly board: Pick<Board, 'markets' | 'quotes' | 'blockNumber' | 'onBlocks'>;
  readonly bars: CurrentBars;
  readonly books: Books;
  /** Called when a user subscribes to this bar. */
  readonly onLook?: ((key: BarKey) => void) | undefined;
};

type Opening = { readonly channel: Channel; readonly market: number; readonly onUpdate: () => void };

/** Creates the function that opens each public market channel. */
function createOpenChannel(deps: ChannelDeps): OpenChannel {
  const { board } = deps;
  return (name, onUpdate) => {
    const channel = readChannel(name);
    if (channel === undefined) return { ok: false, code: 'parameter_error' };
    const market = channel.kind === 'quotes' ? 0 : board.markets().find((it) => it.symbol === channel.symbol)?.id;
    if (market === undefined) return { ok: false, code: 'not_found' };
    return { ok: true, value: openSource(deps, { channel, market, onUpdate }) };
  };
}

function openSource(
  { board, bars, books, onLook }: ChannelDeps,
  { channel, market, onUpdate }: Opening,
): ChannelSource {
  switch (channel.kind) {
    case 'quotes':
      return openQuotes(board, onUpdate);
    case 'kline':
      onLook?.({ market, period: channel.period });
      return openKline(bars, { market, period: channel.period }, onUpdate);
    case 'depth':
      return openDepth(books, { market, mode: channel.mode }, onUpdate);
    case 'trades':
      return openTrades(books, { market, mode: channel.mode }, onUpdate);
    default:
      return unreachable(channel);
  }
}
