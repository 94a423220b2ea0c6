import { type Amount, divideRounded, subtract } from '@app/money';
import { type Hours, nextOpening, sessionOf } from '../market/index.ts';
import type { ContractRules } from './contract-rules.ts';

const MINUTE_MS = 60_000;
/** A shorter break, such as the daily hour of metals, seldom moves a price far. */
const LONG_BREAK_MS = 120 * MINUTE_MS;

/** How the margin rises before a long break, in which the price may move and nothing can be closed. */
export type CloseMargin = {
  /** How long before the close it rises. */
  readonly minutes: number;
  /** How many times the margin an opening then needs. */
  readonly factor: number;
};

/** Returns the highest leverage at an instant: less in the last minutes before a long break, but never below one. */
export function leverageMaxAt(leverageMax: number, hours: Hours, atMs: number, rule: CloseMargin): number {
  const session = sessionOf(hours, atMs);
  if (session === undefined || atMs < session.closesMs - rule.minutes * MINUTE_MS) return leverageMax;
  const breakMs = nextOpening(hours, session.closesMs) - session.closesMs;
  if (breakMs < LONG_BREAK_MS) return leverageMax;
  return Math.max(Math.floor(leverageMax / rule.factor), 1); // tidy: not money
}

/** Open interest of a market, in USDT, from which the margin rises and at which it reaches the whole notional. */
export type OpenInterestLimits = { readonly lower: Amount; readonly upper: Amount };

/**
 * Returns the highest leverage at an open interest, the larger of long and short notional in the market. Between both
 * limits the margin rate rises in a straight line from 1 / leverage to 1, and its leverage is rounded down:
 * leverage × room / (room + (leverage − 1) × used).
 */
export function leverageMaxWithInterest(
  leverageMax: number,
  openInterest: Amount,
  { lower, upper }: OpenInterestLimits,
): number {
  if (openInterest <= lower) return leverageMax;
  if (openInterest >= upper) return 1;
  const times = BigInt(leverageMax);
  const room = subtract(upper, lower);
  const used = subtract(openInterest, lower);
  return Number(divideRounded(times * room, room + (times - 1n) * used, 'down')); // tidy: not money
}

/** What the margin of an opening depends on, beside the rules: the market's open interest before it, and the time. */
export type OpeningMoment = { readonly openInterest: Amount; readonly hours: Hours; readonly atMs: number };

/**
 * Returns the rules for an opening at a moment, also that of a pending order that fills. Both reductions add up. Positions
 * that are open, and the removal of their margin, keep to the rules without them.
 */
export function openingRules(rules: ContractRules, { openInterest, hours, atMs }: OpeningMoment): ContractRules {
  const beforeClose = leverageMaxAt(rules.leverageMax, hours, atMs, rules.closeMargin);
  return { ...rules, leverageMax: leverageMaxWithInterest(beforeClose, openInterest, rules.openInterest) };
}
