import {
  LIMIT_KINDS,
  type LimitKind,
  limitAt,
  NOTHING_STORED,
  type PersonalLimits,
  type StoredLimit,
  settleLimit,
} from '@app/domain/limits';
import type { Output } from '@app/protocol';
import type { readLimits as route } from '@app/protocol/limits';
import { now } from '../../platform/db/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { findLimits, findLimitsOfMany } from './limits.store.ts';

export type ShownLimits = Output<typeof route>;

/** Reads every limit kind, set or not, as it applies now. */
export async function readLimits(tx: Reader, userId: bigint): Promise<ShownLimits> {
  const nowMs = (await now(tx)).getTime();
  const stored = await findLimits(tx, userId);
  return { list: LIMIT_KINDS.map((kind) => show(kind, stored.get(kind) ?? NOTHING_STORED, nowMs)) };
}

function show(kind: LimitKind, stored: Parameters<typeof settleLimit>[0], nowMs: number): ShownLimits['list'][number] {
  const { current, next } = settleLimit(stored, nowMs);
  return {
    kind,
    amount: current.amount,
    until: current.untilMs,
    next: next && { amount: next.limit.amount, until: next.limit.untilMs, from: next.fromMs },
  };
}

/** Reads the limits for products, which pass them to `checkPersonalLimits` in the transaction that takes the risk. */
export async function limitsOf(tx: Reader, userId: bigint): Promise<PersonalLimits> {
  return heldAt(await findLimits(tx, userId), (await now(tx)).getTime());
}

/** Reads the same for many users at a given time; users who never set a limit are left out. */
export async function findLimitsOf(
  tx: Reader,
  userIds: readonly bigint[],
  nowMs: number,
): Promise<ReadonlyMap<bigint, PersonalLimits>> {
  const stored = await findLimitsOfMany(tx, userIds);
  return new Map([...stored].map(([userId, own]) => [userId, heldAt(own, nowMs)]));
}

function heldAt(stored: ReadonlyMap<LimitKind, StoredLimit>, nowMs: number): PersonalLimits {
  const held = (kind: LimitKind) => limitAt(stored.get(kind) ?? NOTHING_STORED, nowMs);
  return {
    dailyLoss: held('daily_loss').amount,
    dailyDeposit: held('daily_deposit').amount,
    coolOffUntilMs: held('cool_off').untilMs,
  };
}
