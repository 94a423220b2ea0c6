import type { Market, Tick } from '@app/domain/market';
import type { Reader } from '../../../platform/db/database.ts';
import { readBlocks, readChain, type SealedBlock } from '../block/index.ts';
import type { Origin } from '../candle/candle-reading.store.ts';
import { isSimulatedTick } from '../candle/roll-up.ts';
import { readMarkets } from '../market.store.ts';
import { readDays } from './board.store.ts';
import { createDayBars, DAY_MS, DAY_PERIOD, type DayBars } from './day-bars.ts';
import { createRecentBlocks, type RecentBlocks } from './recent-blocks.ts';

/** Everything a board holds; updated by blocks in order. */
export type BoardState = {
  markets: readonly Market[];
  /** Start time of each market's own prices. */
  readonly origins: Map<number, Origin>;
  readonly last: Map<number, Tick>;
  /** Numbers of the blocks that have those ticks; a tick from before the first block read has none. */
  readonly blockOf: Map<number, number>;
  /** Time of the newest block applied; zero before the first. */
  newestMs: number;
  readonly days: Map<number, DayBars>;
  readonly recent: RecentBlocks;
};

const BLOCKS_A_READ = 500;
/** Ten minutes. The candle keeper lags by some seconds; if it lags more than this, the board starts anyway. */
const BEHIND_MAX = 3_000;

/** Reads the bars first, then the chain, then the blocks between them: in this order none can be missing. */
export async function readState(db: Reader, nowMs: number): Promise<BoardState> {
  const { block, days } = await readDays(db, { period: DAY_PERIOD, sinceMs: nowMs - DAY_MS });
  const { number, lastTicks } = await readChain(db);
  const state: BoardState = {
    markets: await readMarkets(db),
    origins: new Map(days.map(({ market, ...origin }) => [market, origin])),
    last: new Map(lastTicks),
    blockOf: new Map(),
    newestMs: 0,
    days: new Map(days.map(({ market, candles }) => [market, createDayBars(candles)])),
    recent: createRecentBlocks(Math.max(block, number - BEHIND_MAX)),
  };
  await catchUp(db, state, number);
  return state;
}

async function catchUp(db: Reader, state: BoardState, number: number): Promise<void> {
  for (let from = state.recent.number() + 1; from <= number; from += BLOCKS_A_READ)
    takeBlocks(state, await readBlocks(db, { from, to: Math.min(number, from + BLOCKS_A_READ - 1) }));
}

/**
 * Applies blocks and ignores those already applied: a tick counts once in its day, however often its block is
 * delivered.
 */
export function takeBlocks(state: BoardState, sealed: readonly SealedBlock[]): void {
  const { origins, last, blockOf, days, recent } = state;
  const blocks = sealed.filter(({ number }) => number > recent.number());
  recent.take(blocks);
  state.newestMs = blocks.at(-1)?.atMs ?? state.newestMs;
  for (const { ticks, number } of blocks)
    for (const tick of ticks) {
      if (tick.seq === 1) origins.set(tick.market, { firstMs: tick.atMs, isSimulated: isSimulatedTick(tick) });
      if (tick.seq > (last.get(tick.market)?.seq ?? 0)) last.set(tick.market, tick);
      if (last.get(tick.market)?.seq === tick.seq) blockOf.set(tick.market, number);
      dayOf(days, tick.market).take(tick);
    }
}

function dayOf(days: BoardState['days'], market: number): DayBars {
  const known = days.get(market) ?? createDayBars([]);
  days.set(market, known);
  return known;
}
