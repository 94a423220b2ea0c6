import type { Decision } from '@app/base';
import { checkPersonalLimits, type PersonalLimits } from '@app/domain/limits';
import { type Amount, max, negate, ZERO } from '@app/money';
import type { RefusalCode } from '@app/protocol';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Reader } from '../../platform/db/database.ts';
import { sumDayResults } from './day-results.ts';
import { findLimitsOf } from './read-limits.ts';

/** What decides whether users may take more risk today. */
export type LimitFacts = {
  /** Undefined for a user without limits. */
  limitsOf(userId: bigint): PersonalLimits | undefined;
  /** What all products won or lost today for a user with a loss limit. */
  resultTodayOf(userId: bigint): Amount;
};

type FactsQuery = { readonly userIds: readonly bigint[]; readonly mode: Recipient['mode']; readonly atMs: number };

/** Reads the limits of users and what they have lost today, for a product that adds its results to `day_result`. */
export async function readLimitFacts(tx: Reader, { userIds, mode, atMs }: FactsQuery): Promise<LimitFacts> {
  const limits = await findLimitsOf(tx, userIds, atMs);
  const limited = [...limits].flatMap(([userId, { dailyLoss }]) => (dailyLoss === null ? [] : [userId]));
  const results = await sumDayResults(tx, { userIds: limited, mode, atMs });
  return {
    limitsOf: (userId) => limits.get(userId),
    resultTodayOf: (userId) => results.get(userId) ?? ZERO,
  };
}

type Risk = { readonly userId: bigint; readonly atMs: number; readonly amount: Amount };

/** Checks a user's own limits before the user takes a risk. */
export function checkOwnLimits(facts: LimitFacts, { userId, atMs, amount }: Risk): Decision<true, RefusalCode> {
  const limits = facts.limitsOf(userId);
  if (limits === undefined) return { ok: true, value: true };
  const lossToday = max(negate(facts.resultTodayOf(userId)), ZERO);
  return checkPersonalLimits(limits, { kind: 'open', nowMs: atMs, lossToday, depositedToday: ZERO, amount });
}
