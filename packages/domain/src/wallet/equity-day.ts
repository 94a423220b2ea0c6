import { type Amount, absolute, add, max, negate, type Price, subtract, ZERO } from '@app/money';
import { type Holdings, type RateOf, rateIn, valueAt, worthOf } from './worth.ts';

const MINUTE_MS = 60_000;
/** Step of the equity line; a day has at most 53 points. */
export const EQUITY_STEP_MS = 30 * MINUTE_MS;
/** Grid of day starts; midnight falls on it in every time zone, as some are offset by three quarters of an hour. */
export const EQUITY_GRID_MS = 15 * MINUTE_MS;
/** Maximum lookback: a day is an hour longer in autumn, and a device may send its request a little late. */
export const EQUITY_BACK_MS = 26 * 60 * MINUTE_MS;

/** Balance change of a coin at a time, over all accounts that count. */
export type Move = {
  readonly currency: string;
  /** Start of its grid interval, or finer. */
  readonly atMs: number;
  readonly amount: Amount;
  /** Whether it is an inflow from outside or an outflow. */
  readonly isFlow: boolean;
};

type DayQuery = { readonly sinceMs: number; readonly nowMs: number; readonly knownFromMs: number };

/**
 * Returns the start of a day: on the grid, within the last 26 hours, and not before the first known data; now, if there
 * is none yet.
 */
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

/** Value of the holdings, and of the net inflow so far, at a point in time. */
export type DayPoint = { readonly worth: Amount; readonly came: Amount };

export type EquityDay = {
  /** Empty for a day that begins now. */
  readonly points: DayPoint[];
  readonly now: Amount;
  readonly came: Amount;
  readonly unvalued: string[];
};

/**
 * Reconstructs a day from current holdings: undoes the moves backwards and values each point at the prices of its time.
 */
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

/** Returns past prices only for coins that have one now: a coin counts all day or not at all. */
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

/**
 * Floors holdings at zero: clocks of two writers differ slightly, so a coin may briefly appear spent before it was
 * received.
 */
const nothingOwed = (left: Holdings): Holdings =>
  new Map([...left].map(([currency, amount]) => [currency, max(amount, ZERO)]));

function flowWorth(past: DayPast, { currency, atMs, amount }: Move): Amount {
  const rate = rateIn(rateThen(past, atMs), currency);
  if (rate === undefined) return ZERO;
  const worth = valueAt(absolute(amount), rate);
  return amount < ZERO ? negate(worth) : worth;
}
