import {
  changeLimit,
  isTighter,
  type Limit,
  type LimitKind,
  limitSettings,
  NOTHING_STORED,
  type StoredLimit,
  settleLimit,
} from '@app/domain/limits';
import type { Output } from '@app/protocol';
import type { readLimits } from '@app/protocol/limits';

type Limits = Output<typeof readLimits>;

const HOUR_MS = 3_600_000;

/**
 * Delay before a looser value takes effect, unless an operator changed it; the server's response has the actual time.
 */
export const LOOSEN_AFTER_MS = limitSettings.loosenAfter.initial * HOUR_MS;

/** Converts one kind to the domain type; a kind the server does not list was never set. */
export function storedLimit({ list }: Limits, kind: LimitKind): StoredLimit {
  const found = list.find((limit) => limit.kind === kind);
  if (found === undefined) return NOTHING_STORED;
  const { amount, until, next } = found;
  return {
    current: { amount, untilMs: until },
    next: next === null ? null : { limit: { amount: next.amount, untilMs: next.until }, fromMs: next.from },
  };
}

/**
 * Returns whether a change has to wait, according to the server's response: the preview may predate a change from
 * another device.
 */
export const hasToWait = (limits: Limits, kind: LimitKind): boolean => storedLimit(limits, kind).next !== null;

/**
 * Outcome of saving, shown before it is done. `takes_back` drops a pending looser value; `no_gain` is a break that
 * would end no earlier than it does anyway.
 */
export type Outcome =
  | { readonly kind: 'now' | 'same' | 'takes_back' | 'no_gain' }
  | { readonly kind: 'waits'; readonly fromMs: number };

export function outcomeOf(stored: StoredLimit, requested: Limit, nowMs: number): Outcome {
  const before = settleLimit(stored, nowMs);
  if (isTighter(requested, before.current)) return { kind: 'now' };
  const after = changeLimit(before, requested, { nowMs, waitMs: LOOSEN_AFTER_MS });
  if (after.next === null) return { kind: before.next === null ? 'same' : 'takes_back' };
  const { fromMs } = after.next;
  const endsAt = requested.amount === null ? before.current.untilMs : null;
  return endsAt !== null && endsAt <= fromMs ? { kind: 'no_gain' } : { kind: 'waits', fromMs };
}
