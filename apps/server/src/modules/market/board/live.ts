import {
  type DayFigures,
  type DaySpark,
  type Freshness,
  freshnessOf,
  type Market,
  marketState,
  type Tick,
} from '@app/domain/market';
import { marketKillSwitch } from '@app/domain/reference';
import { ZERO } from '@app/money';
import { now } from '../../../platform/db/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Settings } from '../../reference/index.ts';
import { isSimulatedTick } from '../candle/roll-up.ts';
import { readMarkets } from '../market.store.ts';
import type { Quote } from './board.ts';
import { type BoardState, readState } from './board-state.ts';

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

type Known = { readonly market: Market; readonly tick: Tick; readonly day: DayFigures | undefined };

/**
 * Builds a market's quote. A market is stale once no product trades at its price: spot has the longest freshness limit.
 */
function quoteOf({ market, tick, day }: Known, { freshness, halted }: MarketRules, nowMs: number): Quote {
  const { price, seq, atMs } = tick;
  return {
    market,
    price,
    seq,
    atMs,
    state: marketState({
      hours: market.hours,
      lastTickAtMs: atMs,
      nowMs,
      isHalted: halted.has(market.id),
      freshMs: freshness.spot,
    }),
    open24h: day?.open ?? price,
    high24h: day?.high ?? price,
    low24h: day?.low ?? price,
    volume24h: day?.volume ?? ZERO,
    isSimulated: isSimulatedTick(tick),
  };
}

/** Inputs of a market's state besides its ticks and the time. */
type MarketRules = { readonly freshness: Freshness; readonly halted: ReadonlySet<number> };

async function readMarketRules(settings: Settings, markets: readonly Market[]): Promise<MarketRules> {
  const switches = await Promise.all(
    markets.map(async ({ id, symbol }) => ({ id, isOn: (await settings.read(marketKillSwitch(symbol))).value })),
  );
  return {
    freshness: await freshnessOf(settings.read),
    halted: new Set(switches.flatMap(({ id, isOn }) => (isOn ? [] : [id]))),
  };
}
