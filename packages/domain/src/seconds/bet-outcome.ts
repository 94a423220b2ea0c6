import { assert, type Decision, ok, refuse } from '@app/base';
import { type Amount, add, multiply, type Price, ZERO } from '@app/money';
import type { Bet, BetSide, BetTick } from './bet.ts';

/** How a settled bet ended (spec 1). Flat: entry and exit price are equal. */
export const BET_RESULTS = ['profit', 'loss', 'flat'] as const;
export type BetResult = (typeof BET_RESULTS)[number];

/** A bet that was settled at its exit tick. */
export type SettledBet = {
  readonly kind: 'settled';
  readonly result: BetResult;
  readonly entry: BetTick;
  readonly exit: BetTick;
  /** What the user gets back: stake and gain, the stake, or nothing. */
  readonly returned: Amount;
};

/** A bet whose stake is returned: the user cancelled it in time, or its entry or exit tick did not arrive. */
export type RefundedBet =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'void'; readonly missing: 'entry' | 'exit'; readonly entry: BetTick | undefined };

export type BetState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running'; readonly entry: BetTick }
  | RefundedBet
  | SettledBet;

const WAITING: BetState = { kind: 'waiting' };

/** Ticks of the bet's market from acceptance on, in order, and the instant before which none is missing. */
export type KnownTicks = { readonly ticks: Iterable<BetTick>; readonly completeToMs: number };

/** Returns the outcome of a bet: a pure function of the bet and the ticks. Nothing else has a part in it. */
export function outcomeOf(bet: Bet, { ticks, completeToMs }: KnownTicks): BetState {
  let state = WAITING;
  for (const tick of ticks) state = advanceBet(bet, state, tick);
  return expireBet(bet, state, completeToMs);
}

/** Takes a market's next tick into account. A bet that has ended stays as it is. */
export function advanceBet(bet: Bet, before: BetState, tick: BetTick): BetState {
  assert(tick.market === bet.market, 'a bet is decided by ticks of its market');
  const state = expireBet(bet, before, tick.atMs);
  const dueMs = tickDueMs(bet, state);
  if (dueMs === undefined || tick.atMs < dueMs) return state;
  return state.kind === 'running' ? settle(bet, state.entry, tick) : { kind: 'running', entry: tick };
}

/** Takes into account that every tick before an instant is known. */
export function expireBet(bet: Bet, state: BetState, completeToMs: number): BetState {
  const dueMs = tickDueMs(bet, state);
  const endMs = endsWithoutTickMs(bet, state);
  if (dueMs === undefined || endMs === undefined || completeToMs < endMs) return state;
  if (state.kind === 'running') return { kind: 'void', missing: 'exit', entry: state.entry };
  return endMs < dueMs + bet.voidAfterMs ? { kind: 'cancelled' } : { kind: 'void', missing: 'entry', entry: undefined };
}

/** Returns the instant by which the next tick of a bet must be, or the bet is void or cancelled; undefined if it has ended. */
export function endsWithoutTickMs(bet: Bet, state: BetState): number | undefined {
  const dueMs = tickDueMs(bet, state);
  if (dueMs === undefined) return undefined;
  const voidMs = dueMs + bet.voidAfterMs;
  if (state.kind === 'running' || bet.cancelMs === undefined) return voidMs;
  return Math.min(bet.cancelMs + bet.cancelLeadMs, voidMs);
}

/** Returns the first instant at which the next tick that a bet waits for may be; undefined if it has ended. */
export function tickDueMs(bet: Bet, state: BetState): number | undefined {
  if (state.kind === 'waiting') return bet.acceptedMs + bet.entryDelayMs;
  return state.kind === 'running' ? state.entry.atMs + bet.seconds * 1_000 : undefined;
}

/**
 * Notes a cancel. Whether it counts is decided by the ticks: someone who sees prices early would otherwise keep the bets
 * that will win and cancel the others just before their entry tick. The first cancel stays.
 */
export function cancelBet(bet: Bet, state: BetState, nowMs: number): Decision<Bet, 'order_state_changed'> {
  assert(nowMs >= bet.acceptedMs, 'a bet is cancelled after its acceptance');
  if (state.kind !== 'waiting') return refuse('order_state_changed');
  return ok(bet.cancelMs === undefined ? { ...bet, cancelMs: nowMs } : bet);
}

function settle(bet: Bet, entry: BetTick, exit: BetTick): SettledBet {
  const result = resultOf(bet.side, entry.price, exit.price);
  return { kind: 'settled', result, entry, exit, returned: returnedBy(bet, result) };
}

function resultOf(side: BetSide, entry: Price, exit: Price): BetResult {
  if (exit === entry) return 'flat';
  return exit > entry === (side === 'up') ? 'profit' : 'loss';
}

function returnedBy(bet: Pick<Bet, 'stake' | 'payoutRate'>, result: BetResult): Amount {
  if (result === 'loss') return ZERO;
  return result === 'flat' ? bet.stake : add(bet.stake, gainOf(bet));
}

/** Returns what a right bet gains beyond its stake, rounded down. */
export const gainOf = ({ stake, payoutRate }: Pick<Bet, 'stake' | 'payoutRate'>): Amount =>
  multiply(stake, payoutRate, 'down');
