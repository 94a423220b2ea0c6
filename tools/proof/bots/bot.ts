import {
  advanceBet,
  type Bet,
  type BetSide,
  type BetState,
  type BetTick,
  type BetTiming,
  tickDueMs,
} from '@app/domain/seconds';
import { type Amount, type Price, parseDecimal, type Rate, subtract } from '@app/money';
import { type PriceSeries, TICK_MS } from './price-series.ts';

/** What a bot knows and does. */
export type Bot = {
  /** How much earlier than everybody it sees index prices. */
  readonly leadMs: number;
  /** It acts only if what it sees differs from the next tick by more than this, in price steps. */
  readonly threshold: number;
  /**
   * `choose` bets in the direction of the move it sees. `cancel` bets without looking, and cancels just before the entry
   * tick unless the move that it sees by then goes its way.
   */
  readonly strategy: 'choose' | 'cancel';
};

export type Rules = BetTiming & { readonly seconds: number; readonly payoutRate: Rate };

const STAKE = parseDecimal<Amount>('100');
const MARKET = 1;

/** What a bot has won and lost under some rules. */
type Tally = { readonly rules: Rules; settled: number; sum: bigint };

/**
 * Runs a bot under several rules at once, until so many of its bets are settled under each. It has one bet at a time, so
 * that no two depend on the same moves. Returns what a settled bet earned on average under each of the rules, as a share
 * of the stake.
 */
export function runBot(series: PriceSeries, bot: Bot, variants: readonly Rules[], bets: number): readonly number[] {
  const tallies = variants.map((rules): Tally => ({ rules, settled: 0, sum: 0n }));
  let unfinished = tallies;
  for (let next = 1; unfinished.length > 0; next += 1) {
    const side = sideOf(series, bot, next);
    if (side === undefined) continue;
    next = Math.max(...unfinished.map((tally) => playOne(series, bot, tally, { side, next })));
    unfinished = tallies.filter(({ settled }) => settled < bets);
  }
  return tallies.map(({ sum }) => Number(sum) / Number(STAKE) / bets);
}

/** The last millisecond before a tick: whoever acts then knows the most and still precedes it. */
const justBefore = (tick: number) => tick * TICK_MS - 1;

/** Returns the move that a bot sees beyond the next tick. */
const moveSeen = (series: PriceSeries, { leadMs }: Bot, next: number) =>
  series.at(Math.floor((justBefore(next) + leadMs) / TICK_MS)) - series.at(next);

/** Returns what a bot bets on just before a tick; undefined if it does not bet. */
function sideOf(series: PriceSeries, bot: Bot, next: number): BetSide | undefined {
  if (bot.strategy === 'cancel') return next % 2 === 0 ? 'up' : 'down';
  const move = moveSeen(series, bot, next);
  if (Math.abs(move) <= bot.threshold) return undefined;
  return move > 0 ? 'up' : 'down';
}

type Choice = { readonly side: BetSide; readonly next: number };

/** Plays one bet and returns the tick at which it ended. */
function playOne(series: PriceSeries, bot: Bot, tally: Tally, { side, next }: Choice): number {
  const placed = betOf(tally.rules, side, justBefore(next));
  const bet = bot.strategy === 'cancel' ? cancelUnlessGood(series, bot, placed) : placed;
  const { state, lastTick } = finish(series, bet);
  if (state.kind === 'settled') {
    tally.settled += 1;
    tally.sum += subtract(state.returned, bet.stake);
  }
  return lastTick;
}

function cancelUnlessGood(series: PriceSeries, bot: Bot, bet: Bet): Bet {
  const entry = Math.ceil((bet.acceptedMs + bet.entryDelayMs) / TICK_MS);
  const move = moveSeen(series, bot, entry);
  const isGood = (bet.side === 'up' ? move : -move) > bot.threshold;
  return isGood ? bet : { ...bet, cancelMs: justBefore(entry) };
}

const betOf = (rules: Rules, side: BetSide, acceptedMs: number): Bet => ({
  ...rules,
  market: MARKET,
  side,
  stake: STAKE,
  currency: 'USDT',
  version: 1,
  acceptedMs,
});

/** Plays a bet to its end by the product's own rule. Ticks before the one it waits for change nothing and are left out. */
function finish(series: PriceSeries, bet: Bet): { readonly state: BetState; readonly lastTick: number } {
  let state: BetState = { kind: 'waiting' };
  let tick = 0;
  for (let dueMs = tickDueMs(bet, state); dueMs !== undefined; dueMs = tickDueMs(bet, state)) {
    tick = Math.ceil(dueMs / TICK_MS);
    state = advanceBet(bet, state, tickOf(series, tick));
  }
  return { state, lastTick: tick };
}

const tickOf = (series: PriceSeries, tick: number): BetTick => ({
  market: MARKET,
  seq: tick,
  atMs: tick * TICK_MS,
  price: BigInt(series.at(tick)) as Price,
});
