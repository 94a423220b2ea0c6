import { type Decision, ok, refuse } from '@app/base';
import { type Amount, add, formatDecimal, isMultipleOf, multiplyByCount, ONE, ZERO } from '@app/money';
import type { WithdrawalTerms } from './settings.ts';
import type { ReviewReason } from './states.ts';

/** What decides whether an amount may be withdrawn. Values in BTC and USDT are undefined where no live price gives them. */
export type Facts = {
  readonly terms: WithdrawalTerms | undefined;
  /** The least step that the chain can send. */
  readonly step: Amount;
  readonly worthBtc: Amount | undefined;
  /** What the user has withdrawn within 24 hours, in BTC, and may. */
  readonly usedBtc: Amount;
  readonly limitBtc: Amount;
};

export type AmountRefusal =
  | 'withdraw_unavailable'
  | 'amount_step_wrong'
  | 'below_minimum'
  | 'rate_unavailable'
  | 'withdraw_limit';

/** Decides on an amount. Unknown terms and prices refuse. */
export function checkAmount(amount: Amount, facts: Facts): Decision<WithdrawalTerms, AmountRefusal> {
  const { terms, step, worthBtc, usedBtc, limitBtc } = facts;
  if (terms === undefined) return refuse('withdraw_unavailable');
  if (!isMultipleOf(amount, step)) return refuse('amount_step_wrong', { step: formatDecimal(step) });
  if (amount < terms.minimum) return refuse('below_minimum', { minimum: formatDecimal(terms.minimum) });
  if (worthBtc === undefined) return refuse('rate_unavailable');
  const left = limitBtc > usedBtc ? ((limitBtc - usedBtc) as Amount) : ZERO;
  return add(usedBtc, worthBtc) > limitBtc ? refuse('withdraw_limit', { left: formatDecimal(left) }) : ok(terms);
}

/** What is known about a user's earlier withdrawals. */
export type History = {
  /** Within 24 hours, this one not included. */
  readonly count: number;
  /** The largest that was confirmed, in USDT. */
  readonly largestUsdt: Amount | undefined;
  readonly isKnownAddress: boolean;
};

export type ReviewRules = { readonly above: Amount; readonly perDay: number; readonly unusualTimes: number };

/** Returns why people have to approve a withdrawal; none if custody may sign it without them. */
export function reviewReasons(
  worthUsdt: Amount,
  { count, largestUsdt, isKnownAddress }: History,
  { above, perDay, unusualTimes }: ReviewRules,
): readonly ReviewReason[] {
  const isUnusual = largestUsdt !== undefined && worthUsdt > multiplyByCount(largestUsdt, unusualTimes);
  return [
    ...(worthUsdt > above ? (['large'] as const) : []),
    ...(isKnownAddress ? [] : (['new_address'] as const)),
    ...(count >= perDay ? (['frequent'] as const) : []),
    ...(isUnusual ? (['unusual'] as const) : []),
  ];
}

/** The least amount that a chain can send with so many decimal places. */
export const stepOf = (places: number): Amount => (ONE / 10n ** BigInt(places)) as Amount; // A power of ten has no other unit.
