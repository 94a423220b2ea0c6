import { type Decision, ok, refuse } from '@app/base';
import { type Amount, add, formatDecimal, max, subtract, ZERO } from '@app/money';

/** What a person set for themselves, as it holds now. Null is none. */
export type PersonalLimits = {
  readonly dailyLoss: Amount | null;
  readonly dailyDeposit: Amount | null;
  readonly coolOffUntilMs: number | null;
};

/** What somebody is about to do. Cancelling and closing are `reduce`. Amounts are in USDT, of this UTC day. */
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

/** When the day of a daily limit began: days are UTC, for everybody. */
export const startOfDay = (nowMs: number): number => nowMs - (nowMs % DAY_MS);

/** Whether so much more still fits into the day. */
export function checkDailyLimit(
  limit: Amount | null,
  usedToday: Amount,
  amount: Amount,
): Decision<true, 'personal_limit_reached'> {
  if (limit === null || add(usedToday, amount) <= limit) return ok(true);
  return refuse('personal_limit_reached', { left: formatDecimal(max(subtract(limit, usedToday), ZERO)) });
}

/** Whether a break is over; the hours left are rounded up, so that nobody is told zero. */
export function checkCoolOff(untilMs: number | null, nowMs: number): Decision<true, 'cooling_off'> {
  if (untilMs === null || untilMs <= nowMs) return ok(true);
  return refuse('cooling_off', { hours: String(Math.ceil((untilMs - nowMs) / HOUR_MS)) }); // tidy: not money
}

/**
 * The one rule for every product. Reducing, cancelling and closing are always allowed: a limit never locks anybody into
 * a risk. A loss limit stops opening once it is reached; what is already open may still lose more.
 */
export function checkPersonalLimits(limits: PersonalLimits, action: LimitedAction): Decision<true, LimitRefusal> {
  if (action.kind === 'reduce') return ok(true);
  const rested = checkCoolOff(limits.coolOffUntilMs, action.nowMs);
  if (!rested.ok) return rested;
  if (action.kind === 'deposit') return checkDailyLimit(limits.dailyDeposit, action.depositedToday, action.amount);
  const hasReached = limits.dailyLoss !== null && action.lossToday >= limits.dailyLoss;
  return hasReached ? refuse('personal_limit_reached', { left: formatDecimal(ZERO) }) : ok(true);
}
