import { type Decision, ok, refuse } from '@app/base';
import { type Amount, add, formatDecimal, max, subtract, ZERO } from '@app/money';

/** Limits users set for themselves, as in force now. Null is none. */
export type PersonalLimits = {
  readonly dailyLoss: Amount | null;
  readonly dailyDeposit: Amount | null;
  readonly coolOffUntilMs: number | null;
};

/** An action to check. Cancelling and closing are `reduce`. Amounts are in USDT, of this UTC day. */
export type LimitedAction = {
  readonly kind: 'open' | 'deposit' | 'reduce';
  readonly nowMs: number;
  readonly lossToday: Amount;
  readonly depositedToday: Amount;
  readonly amount: Amount;
};

type LimitRefusal = 'personal_limit_reached' | 'cooling_off';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Returns the start of a daily limit's day: days are UTC, for every user. */
export const startOfDay = (nowMs: number): number => nowMs - (nowMs % DAY_MS);

/** Checks whether an amount still fits into the day's limit. */
export function checkDailyLimit(
  limit: Amount | null,
  usedToday: Amount,
  amount: Amount,
): Decision<true, 'personal_limit_reached'> {
  if (limit === null || add(usedToday, amount) <= limit) return ok(true);
  return refuse('personal_limit_reached', { left: formatDecimal(max(subtract(limit, usedToday), ZERO)) });
}

/** Checks whether a break is over; the hours left are rounded up, so that a refusal never reports zero. */
export function checkCoolOff(untilMs: number | null, nowMs: number): Decision<true, 'cooling_off'> {
  if (untilMs === null || untilMs <= nowMs) return ok(true);
  return refuse('cooling_off', { hours: String(Math.ceil((untilMs - nowMs) / HOUR_MS)) }); // tidy: not money
}

/**
 * Applies the one rule for every product. Reducing, cancelling and closing are always allowed: a limit never locks a
 * user into a risk. A loss limit blocks opening once it is reached; open positions may still lose more.
 */
export function checkPersonalLimits(limits: PersonalLimits, action: LimitedAction): Decision<true, LimitRefusal> {
  if (action.kind === 'reduce') return ok(true);
  const rested = checkCoolOff(limits.coolOffUntilMs, action.nowMs);
  if (!rested.ok) return rested;
  if (action.kind === 'deposit') return checkDailyLimit(limits.dailyDeposit, action.depositedToday, action.amount);
  const hasReached = limits.dailyLoss !== null && action.lossToday >= limits.dailyLoss;
  return hasReached ? refuse('personal_limit_reached', { left: formatDecimal(ZERO) }) : ok(true);
}
