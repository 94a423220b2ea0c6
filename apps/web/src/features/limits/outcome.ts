import { changeLimit, isTighter, type Limit, type StoredLimit, settleLimit } from '@app/domain/limits';
import { LOOSEN_AFTER_MS } from './stored-limit.ts';

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
