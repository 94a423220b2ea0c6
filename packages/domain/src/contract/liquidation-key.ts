import { type Amount, add, ONE, type Price, type Rate } from '@app/money';
import { tierLines } from './maintenance.ts';
import { type ContractTerms, type Position, type PositionSide, sizeOf } from './position.ts';

/**
 * Float64 keys that find liquidated positions without looking at the others. A position of size q is liquidated by a
 * tier's line with maintenance and closing rate r and deduction d, at index p and overnight index n, if
 *
 *     long   p × (1 − r) − n  ≤   entry − since − (margin + charged + d) / q
 *     short −p × (1 + r) − n  ≤  −entry − since − (margin + charged + d) / q
 *
 * The right side is the key: nights do not change it, and neither does charging for them. The left side is the reach of
 * a tick, the same for all positions of one side and rate.
 *
 * Keys are too high and reaches too low by more than float64 can err, so a key below the reach is certainly not
 * liquidated; any other is checked exactly.
 */
const MARGIN_OF_ERROR = 2 ** -44;
/** Errors of a handover reach the key of the next line, so they are kept well below. */
const HANDOVER_ERROR = 2 ** -48;

/** Unpaid nights are rounded up by less than a unit, and one unit may be charged in advance. */
const ROUNDED_UNITS = 2n as Amount;

const UNIT = Number(ONE); // tidy: not money

/** A tier's line as keys use it. */
export type KeyLine = {
  /** Of maintenance and closing fee together. */
  readonly rate: Rate;
  readonly deduction: Amount;
  readonly above: number;
};

/** Returns the lines of some terms. */
export const keyLinesOf = ({ tiers, closeFeeRate }: ContractTerms): readonly KeyLine[] =>
  tierLines(tiers).map(({ above, rate, deduction }) => ({
    rate: add(rate, closeFeeRate),
    deduction,
    above: Number(above), // tidy: not money
  }));

/** Returns what a reach gains with each unit of the index. */
export function slopeOf(side: PositionSide, rate: Rate): number {
  const share = Number(rate) / UNIT; // tidy: not money
  return side === 'long' ? 1 - share : -1 - share;
}

/** Returns the reach of a tick for one slope: no key below it is liquidated. */
export const reachOf = (slope: number, index: number, overnightIndex: number): number =>
  slope * index - overnightIndex - (index + overnightIndex) * MARGIN_OF_ERROR;

/** Far beyond what keys and reaches err, while the entry is at most so many times the index. */
const CERTAINTY = 2 ** -20;
const ENTRY_TIMES_MAX = 1_024n;

/**
 * Returns the reach from which on a key is certainly liquidated, if `isKeyExact` holds. A crash tick reaches thousands at
 * once, almost all of them far: an exact check of each takes four times as long as finding them.
 *
 * A key that is reached has a reserve of at most entry and overnight index, or of the index: its magnitude is below
 * 2,052 of index and overnight index together, and 2,052 × 2 × 2^-44 is below 2^-31. What the rounded units add is below
 * 2^-31 of the index for every notional above 10^-8.
 */
export const certainReachOf = (reach: number, index: number, overnightIndex: number): number =>
  reach + (index + overnightIndex) * CERTAINTY;

/** Whether the price has not fallen so far that the key of a position errs by more. */
export const isKeyExact = ({ entry }: Position, index: Price): boolean => entry <= index * ENTRY_TIMES_MAX;

export type LiquidationKey = {
  /** Place of the line that decides. */
  readonly line: number;
  readonly key: number;
  /** Overnight index from which on another line may decide; infinite if none ever does. */
  readonly until: number;
};

/**
 * Returns the key under the line that decides from an overnight index on. Nights raise the liquidation price of a long
 * into higher tiers and lower that of a short into lower ones: a line decides until the notional at the liquidation price
 * is where its tier ends.
 */
export function liquidationKey(position: Position, lines: readonly KeyLine[], overnightIndex: number): LiquidationKey {
  const { side, entry, overnightSince, margin, overnightCharged } = position;
  const isLong = side === 'long';
  const size = Number(sizeOf(position)); // tidy: not money
  const price = Number(entry); // tidy: not money
  const since = Number(overnightSince); // tidy: not money
  const held = add(margin, overnightCharged);
  const last = isLong ? lines.length - 1 : 0;
  let line = lines.length - 1 - last;
  for (;;) {
    const { rate, deduction, above } = lines[line] as KeyLine;
    const reserve = (Number(held + deduction - ROUNDED_UNITS) / size) * UNIT; // tidy: not money
    const key = (isLong ? price : -price) - since - reserve;
    const magnitude = price + since + Math.abs(reserve) + overnightIndex;
    const raised = key + magnitude * MARGIN_OF_ERROR;
    if (line === last) return { line, key: raised, until: Number.POSITIVE_INFINITY };
    const next = isLong ? line + 1 : line - 1;
    const end = ((isLong ? (lines[next] as KeyLine).above : above) / size) * UNIT;
    const until = slopeOf(side, rate) * end - key - (magnitude + end) * HANDOVER_ERROR;
    if (until > overnightIndex) return { line, key: raised, until };
    line = next;
  }
}
