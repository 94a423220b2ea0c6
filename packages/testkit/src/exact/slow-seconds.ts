import { floorUnit, isLess, minus, NOTHING, over, plus, type Rational, times, whole } from './rational.ts';

/**
 * Specification of seconds options, in exact fractions: a bet is looked at as a whole, with all ticks of its market, and
 * its ticks are searched for. It imports no rule.
 */
export type SlowTick = { readonly atMs: number; readonly price: Rational };

export type SlowBet = {
  readonly isUp: boolean;
  readonly seconds: number;
  readonly stake: Rational;
  readonly payout: Rational;
  readonly acceptedMs: number;
  readonly cancelMs: number | undefined;
  readonly entryDelayMs: number;
  readonly cancelLeadMs: number;
  readonly voidAfterMs: number;
};

/** How a bet stands; `entry` and `exit` are places in the list of ticks. */
export type SlowOutcome = {
  readonly is: 'waiting' | 'running' | 'cancelled' | 'void' | 'profit' | 'loss' | 'flat';
  readonly entry?: number;
  readonly exit?: number;
  /** What the user gets back, once the bet has ended. */
  readonly back?: Rational;
};

/** Returns the place of the first tick in a time, the end excluded, or undefined. */
function firstIn(ticks: readonly SlowTick[], fromMs: number, toMs: number): number | undefined {
  const place = ticks.findIndex(({ atMs }) => atMs >= fromMs && atMs < toMs);
  return place < 0 ? undefined : place;
}

/** Judges a bet by all ticks of its market; none before `knownToMs` is missing. */
export function slowOutcome(bet: SlowBet, ticks: readonly SlowTick[], knownToMs: number): SlowOutcome {
  const knownMs = Math.max(knownToMs, ...ticks.slice(-1).map(({ atMs }) => atMs));
  const entryFromMs = bet.acceptedMs + bet.entryDelayMs;
  const entryToMs = entryFromMs + bet.voidAfterMs;
  const cancelEndMs = bet.cancelMs === undefined ? entryToMs : Math.min(bet.cancelMs + bet.cancelLeadMs, entryToMs);
  const entry = firstIn(ticks, entryFromMs, cancelEndMs);
  if (entry === undefined) {
    if (knownMs < cancelEndMs) return { is: 'waiting' };
    return { is: cancelEndMs < entryToMs ? 'cancelled' : 'void', back: bet.stake };
  }
  const exitFromMs = (ticks[entry]?.atMs ?? 0) + bet.seconds * 1_000;
  const exit = firstIn(ticks, exitFromMs, exitFromMs + bet.voidAfterMs);
  if (exit !== undefined) return { entry, exit, ...slowEnding(bet, ticks[entry]?.price, ticks[exit]?.price) };
  return knownMs < exitFromMs + bet.voidAfterMs ? { is: 'running', entry } : { is: 'void', entry, back: bet.stake };
}

function slowEnding(
  { isUp, stake, payout }: SlowBet,
  entry = NOTHING,
  exit = NOTHING,
): { readonly is: 'profit' | 'loss' | 'flat'; readonly back: Rational } {
  const [low, high] = isUp ? [entry, exit] : [exit, entry];
  if (isLess(low, high)) return { is: 'profit', back: plus(stake, slowGain(stake, payout)) };
  return isLess(high, low) ? { is: 'loss', back: NOTHING } : { is: 'flat', back: stake };
}

/** What a right bet wins: the last digit stays with the platform. */
export const slowGain = (stake: Rational, payout: Rational): Rational => floorUnit(times(stake, payout));

/** What a bet costs on average if a share of all bets is right and the others are wrong. */
export const slowCost = (stake: Rational, payout: Rational, right: Rational): Rational =>
  minus(times(stake, minus(whole(1), right)), times(times(stake, payout), right));

export const HALF: Rational = over(whole(1), whole(2));
