import type { DaySpark } from '@app/domain/market';
import { now } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database.ts';
import type { Settings } from '../../reference/index.ts';
import { readMarkets } from '../market.store.ts';
import type { Quote } from './board.ts';
import { type BoardState, readState } from './board-state.ts';
import { type MarketRules, readMarketRules } from './market-rules.ts';
import { quoteOf } from './quote-of.ts';

/** A ready board: the state from the blocks, and the other inputs of a market's state. */
export type Live = {
  readonly state: BoardState;
  rules: MarketRules;
  /** Offset of the database's clock ahead of this process's: ticks carry the database's time. */
  aheadMs: number;
  /** Cached quotes; `untilMs` by `performance.now()`. */
  shown: { readonly quotes: readonly Quote[]; readonly number: number; readonly untilMs: number };
  /** Curves of the last day, each with its expiry, by `performance.now()`. */
  readonly sparks: Map<number, { readonly spark: DaySpark | undefined; readonly untilMs: number }>;
};

type Reading = { readonly db: Db; readonly settings: Settings };

/** Maximum age of cached quotes, because a market's state changes with time alone. */
const SHOWN_MS = 250;
/** Maximum age of a cached curve: it advances in half hours; only its end is newer. */
const SPARK_MS = 10_000;

export async function startLive({ db, settings }: Reading): Promise<Live> {
  const aheadMs = await readAhead(db);
  const state = await readState(db, Date.now() + aheadMs);
  const rules = await readMarketRules(settings, state.markets);
  return { state, rules, aheadMs, shown: { quotes: [], number: -1, untilMs: 0 }, sparks: new Map() };
}

/** Refreshes what may change while the board runs: markets, switches and clocks. */
export async function refreshLive({ db, settings }: Reading, live: Live): Promise<void> {
  live.aheadMs = await readAhead(db);
  live.state.markets = await readMarkets(db);
  live.rules = await readMarketRules(settings, live.state.markets);
}

/** Measures against the midpoint of the request: the time was read between sending and receiving. */
async function readAhead(db: Db): Promise<number> {
  const requestedMs = Date.now();
  const at = await now(db);
  const receivedMs = Date.now();
  return at.getTime() - (requestedMs + receivedMs) / 2;
}

/**
 * Returns the cached quotes. Recomputes them after each block, and four times a second without one; never per caller.
 */
export function showQuotes(live: Live): readonly Quote[] {
  const number = live.state.recent.number();
  const passedMs = performance.now(); // The wall clock may be set back.
  if (live.shown.number !== number || passedMs >= live.shown.untilMs)
    live.shown = { quotes: makeQuotes(live, Date.now() + live.aheadMs), number, untilMs: passedMs + SHOWN_MS };
  return live.shown.quotes;
}

const makeQuotes = ({ state: { markets, last, days }, rules }: Live, nowMs: number): Quote[] =>
  markets.flatMap((market) => {
    const tick = last.get(market.id);
    return tick === undefined
      ? []
      : [quoteOf({ market, tick, day: days.get(market.id)?.figures(nowMs) }, rules, nowMs)];
  });

/** Returns a market's curve from a cache, however many callers there are. */
export function sparkOf({ state, sparks, aheadMs }: Live, marketId: number): DaySpark | undefined {
  const known = sparks.get(marketId);
  const passedMs = performance.now();
  if (known !== undefined && passedMs < known.untilMs) return known.spark;
  const spark = state.days.get(marketId)?.spark(Date.now() + aheadMs);
  sparks.set(marketId, { spark, untilMs: passedMs + SPARK_MS });
  return spark;
}
