import type { DaySpark } from '@app/domain/market';
import { now } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database.ts';
import type { Settings } from '../../reference/index.ts';
import { readMarkets } from '../market.store.ts';
import type { Quote } from './board.ts';
import { type BoardState, readState } from './board-state.ts';
import { type MarketRules, readMarketRules } from './market-rules.ts';
import { quoteOf } from './quote-of.ts';

/** What a board has once it is ready: what the blocks said, and what else a market's state depends on. */
export type Live = {
  readonly state: BoardState;
  rules: MarketRules;
  /** How far the database's clock is ahead of this process's: ticks carry the database's time. */
  aheadMs: number;
  /** `untilMs` by `performance.now()`. */
  shown: { readonly quotes: readonly Quote[]; readonly number: number; readonly untilMs: number };
  /** Curves of the last day, each with when it is to be made anew, by `performance.now()`. */
  readonly sparks: Map<number, { readonly spark: DaySpark | undefined; readonly untilMs: number }>;
};

type Reading = { readonly db: Db; readonly settings: Settings };

/** A state changes with the time alone, so what is shown is never older than this. */
const SHOWN_MS = 250;
/** A curve moves on in half hours; only its end is newer. */
const SPARK_MS = 10_000;

export async function startLive({ db, settings }: Reading): Promise<Live> {
  const aheadMs = await readAhead(db);
  const state = await readState(db, Date.now() + aheadMs);
  const rules = await readMarketRules(settings, state.markets);
  return { state, rules, aheadMs, shown: { quotes: [], number: -1, untilMs: 0 }, sparks: new Map() };
}

/** Markets may be added, switches turned and clocks set while the board stands. */
export async function refreshLive({ db, settings }: Reading, live: Live): Promise<void> {
  live.aheadMs = await readAhead(db);
  live.state.markets = await readMarkets(db);
  live.rules = await readMarketRules(settings, live.state.markets);
}

/** Against the middle of the question: the answer was true some time between asking and hearing. */
async function readAhead(db: Db): Promise<number> {
  const requestedMs = Date.now();
  const at = await now(db);
  const receivedMs = Date.now();
  return at.getTime() - (requestedMs + receivedMs) / 2;
}

/** Made anew with each block, and four times a second where none comes; never for the sake of one who asks. */
export function showQuotes(live: Live): readonly Quote[] {
  const number = live.state.recent.number();
  const passedMs = performance.now(); // A clock may be set back an hour.
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

/** However many ask, a market's curve is made once in a while. */
export function sparkOf({ state, sparks, aheadMs }: Live, marketId: number): DaySpark | undefined {
  const known = sparks.get(marketId);
  const passedMs = performance.now();
  if (known !== undefined && passedMs < known.untilMs) return known.spark;
  const spark = state.days.get(marketId)?.spark(Date.now() + aheadMs);
  sparks.set(marketId, { spark, untilMs: passedMs + SPARK_MS });
  return spark;
}
