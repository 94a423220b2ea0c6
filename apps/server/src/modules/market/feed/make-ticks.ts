import {
  computeIndexPrice,
  isOpenAt,
  type Market,
  type PendingJump,
  type RecentPrices,
  type Tick,
} from '@app/domain/market';
import type { FeedRules } from './feed-rules.ts';
import type { LatestQuotes } from './latest-quotes.ts';

/** A tick before its block has numbered it. */
type NewTick = Omit<Tick, 'seq'>;

/** By market: the level its sources jumped to, until they have stayed there long enough. */
export type Jumps = ReadonlyMap<number, PendingJump>;

/** By market: the recent prices against which the next one is checked. */
export type Recents = ReadonlyMap<number, RecentPrices>;

export type Round = {
  readonly markets: readonly Market[];
  readonly latest: Pick<LatestQuotes, 'of' | 'volumeOf'>;
  readonly lastTicks: ReadonlyMap<number, Tick>;
  readonly jumps: Jumps;
  readonly recents: Recents;
  readonly rules: FeedRules;
  /** Database time. */
  readonly nowMs: number;
};

type Made = { readonly ticks: readonly NewTick[]; readonly jumps: Jumps; readonly recents: Recents };

/**
 * Makes one tick for each market that trades, is due and has a price, even an unchanged one: the tick renews its age.
 */
export function makeTicks(round: Round): Made {
  const ticks: NewTick[] = [];
  const jumps = new Map<number, PendingJump>();
  const recents = new Map(round.recents);
  for (const market of round.markets) {
    if (!isWanted(round, market)) continue;
    const verdict = judge(round, market);
    if (verdict.kind === 'price') {
      ticks.push(tickOf(round, market, verdict));
      recents.set(market.id, verdict.recent);
    } else if (verdict.reason === 'jump') jumps.set(market.id, verdict.pending);
  }
  return { ticks, jumps, recents };
}

function isWanted({ lastTicks, rules, nowMs }: Round, { id, hours }: Market): boolean {
  if (rules.halted.has(id) || !isOpenAt(hours, nowMs)) return false;
  const last = lastTicks.get(id);
  return last === undefined || isDue(rules, nowMs - last.atMs);
}

/**
 * Returns whether a market is due. Rounds run a little early or late: one off by less than half a round is on time,
 * otherwise every second one would be lost. After a clock was set back, no market waits for it to catch up.
 */
const isDue = ({ tickEveryMs, blockEveryMs }: FeedRules, elapsedMs: number) =>
  elapsedMs < 0 || elapsedMs > tickEveryMs - blockEveryMs / 2;

function judge({ latest, lastTicks, jumps, recents, rules, nowMs }: Round, { id, priceTick }: Market) {
  const quotes = latest.of(id);
  const last = lastTicks.get(id);
  const pending = jumps.get(id);
  const recent = recents.get(id) ?? [];
  return computeIndexPrice({ quotes, last, recent, pending, nowMs, rules: rules.index, priceTick });
}

/** Builds a tick. Time never goes back within a market, whatever the clock does. */
function tickOf(round: Round, { id }: Market, { price, sources }: Pick<NewTick, 'price' | 'sources'>): NewTick {
  const atMs = Math.max(round.nowMs, round.lastTicks.get(id)?.atMs ?? 0);
  return { market: id, atMs, price, volume: round.latest.volumeOf(id, sources), sources };
}
