import { type Decision, ok, refuse } from '@app/base';
import { type Amount, ZERO } from '@app/money';

/** A daily limit has an amount in USDT, a cool-off a time. Null is none: the loosest value. */
export type Limit = { readonly amount: Amount | null; readonly untilMs: number | null };

export const NO_LIMIT: Limit = { amount: null, untilMs: null };

/** Longest break, one year: a user who wants to leave forever closes the account. */
const COOL_OFF_MS_MAX = 365 * 24 * 60 * 60 * 1000;

/** Checks a requested limit: each kind has its own field and no other, and a break ends in the future. */
export function checkLimitChange(
  kind: LimitKind,
  { amount, untilMs }: Limit,
  nowMs: number,
): Decision<Limit, 'parameter_error'> {
  const isSound =
    kind === 'cool_off'
      ? amount === null && (untilMs === null || (untilMs > nowMs && untilMs <= nowMs + COOL_OFF_MS_MAX))
      : untilMs === null && (amount === null || amount >= ZERO);
  return isSound ? ok({ amount, untilMs }) : refuse('parameter_error');
}

/** Removes an expired break. */
export const stillHolding = ({ amount, untilMs }: Limit, nowMs: number): Limit => ({
  amount,
  untilMs: untilMs !== null && untilMs > nowMs ? untilMs : null,
});

/** Reports whether a limit is tighter: less money, or a longer break. */
export const isTighter = (one: Limit, other: Limit): boolean =>
  isLess(one.amount, other.amount) || isLater(one.untilMs, other.untilMs);

export const isSame = (one: Limit, other: Limit): boolean =>
  one.amount === other.amount && one.untilMs === other.untilMs;

const isLess = (one: Amount | null, other: Amount | null) => one !== null && (other === null || one < other);
const isLater = (one: number | null, other: number | null) => one !== null && (other === null || one > other);

/** What users may limit for themselves (decisions, "Care"): amounts a day in USDT, or everything until a time. */
export const LIMIT_KINDS = ['daily_loss', 'daily_deposit', 'cool_off'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
