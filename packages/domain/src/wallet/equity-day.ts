import { type Amount, absolute, add, max, negate, type Price, subtract, ZERO } from '@app/money';
import { type Holdings, type RateOf, rateIn, valueAt, worthOf } from './worth.ts';

const MINUTE_MS = 60_000;
/** A line of a day has at most 53 points. */
export const EQUITY_STEP_MS = 30 * MINUTE_MS;
/** Midnight falls on it everywhere: some countries are three quarters of an hour off. */
export const EQUITY_GRID_MS = 15 * MINUTE_MS;
/** A day is an hour longer in autumn, and a device may ask a little late. */
export const EQUITY_BACK_MS = 26 * 60 * MINUTE_MS;

/** What changed in a coin at a time, over all accounts that count. */
export type Move = {
  readonly currency: string;
  /** The start of the piece of the grid it lies in, or finer. */
  readonly atMs: number;
  readonly amount: Amount;
  /** Whether it came from outside, or left. */
  readonly isFlow: boolean;
};

type DayQuery = { readonly sinceMs: number; readonly nowMs: number; readonly knownFromMs: number };

/** Where a day begins: on the grid, in the last 26 hours, and where something is known of it; now, if nothing is yet. */
export function dayBegin({ sinceMs, nowMs, knownFromMs }: DayQuery): number {
  if (knownFromMs > nowMs) return nowMs;
  const earliestMs = Math.max(nowMs - EQUITY_BACK_MS, knownFromMs);
  const wantedMs = Math.min(Math.max(sinceMs, earliestMs), nowMs);
  return wantedMs - (wantedMs % EQUITY_GRID_MS);
}

export type DayPast = {
  readonly holdings: Holdings;
  readonly moves: readonly Move[];
  readonly sinceMs: number;
  readonly nowMs: number;
  readonly rateOf: RateOf;
  readonly rateAt: (currency: string, atMs: number) => Price | undefined;
};

/** What was owned and what had come by then, in worth. */
export type DayPoint = { readonly worth: Amount; readonly came: Amount };

export type EquityDay = {
  /** None of a day that begins now. */
  readonly points: DayPoint[];
  readonly now: Amount;
  readonly came: Amount;
  readonly unvalued: string[];
};

/** A day from what is owned now: walked back move by move, and worth what the prices of each time say. */
export function walkDay(past: DayPast): EquityDay {
  const { holdings, moves, sinceMs, nowMs, rateOf } = past;
  const { total, unvalued } = worthOf(holdings, rateOf);
  if (sinceMs >= nowMs) return { points: [], now: total, came: ZERO, unvalued };
  const worthAt = worthsOf(past);
  const flows = moves
    .filter(({ isFlow, atMs }) => isFlow && atMs >= sinceMs)
    .map((flow) => ({ atMs: flow.atMs, worth: flowWorth(past, flow) }));
  const cameBefore = (atMs: number) =>
    flows.reduce((came, flow) => (flow.atMs < atMs ? add(came, flow.worth) : came), ZERO);
  const points = boundariesOf(sinceMs, nowMs).map((atMs, index) => ({
    worth: worthAt[index] ?? ZERO,
    came: cameBefore(atMs),
  }));
  return { points, now: total, came: cameBefore(Number.POSITIVE_INFINITY), unvalued };
}

function boundariesOf(sinceMs: number, nowMs: number): number[] {
  const count = Math.max(0, Math.floor((nowMs - sinceMs) / EQUITY_STEP_MS)) + 1; // tidy: not money
  return Array.from({ length: count }, (_, index) => sinceMs + index * EQUITY_STEP_MS);
}

/** Prices of the past only of what has one now: a coin counts all day or not at all. */
const rateThen = ({ rateOf, rateAt }: DayPast, atMs: number): RateOf => {
  return (currency) => (rateOf(currency) === undefined ? undefined : rateAt(currency, atMs));
};

function worthsOf(past: DayPast): Amount[] {
  const newestFirst = [...past.moves].sort((a, b) => b.atMs - a.atMs);
  const left = new Map(past.holdings);
  let next = 0;
  const worths = boundariesOf(past.sinceMs, past.nowMs)
    .reverse()
    .map((atMs) => {
      for (let move = newestFirst[next]; move !== undefined && move.atMs >= atMs; move = newestFirst[next]) {
        left.set(move.currency, subtract(left.get(move.currency) ?? ZERO, move.amount));
        next += 1;
      }
      return worthOf(nothingOwed(left), rateThen(past, atMs)).total;
    });
  return worths.reverse();
}

/** Two writers' times differ a little: for a moment a coin may seem to be spent before it came. */
const nothingOwed = (left: Holdings): Holdings =>
  new Map([...left].map(([currency, amount]) => [currency, max(amount, ZERO)]));

function flowWorth(past: DayPast, { currency, atMs, amount }: Move): Amount {
  const rate = rateIn(rateThen(past, atMs), currency);
  if (rate === undefined) return ZERO;
  const worth = valueAt(absolute(amount), rate);
  return amount < ZERO ? negate(worth) : worth;
}
