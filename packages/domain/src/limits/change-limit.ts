import { isSame, isTighter, type Limit, NO_LIMIT, stillHolding } from './limit.ts';

/** The limit in force, and a looser one that replaces it at its time. */
export type StoredLimit = {
  readonly current: Limit;
  readonly next: { readonly limit: Limit; readonly fromMs: number } | null;
};

export const NOTHING_STORED: StoredLimit = { current: NO_LIMIT, next: null };

/** Returns the limit as of now: a looser value whose wait is over has replaced it, and an expired break is removed. */
export function settleLimit({ current, next }: StoredLimit, nowMs: number): StoredLimit {
  if (next !== null && next.fromMs <= nowMs) return { current: stillHolding(next.limit, nowMs), next: null };
  const held = stillHolding(current, nowMs);
  if (next === null) return { current: held, next };
  const limit = stillHolding(next.limit, nowMs);
  // Both have expired: nothing is left to wait for.
  return { current: held, next: isSame(limit, held) ? null : { limit, fromMs: next.fromMs } };
}

/** Returns the limit in force now. */
export const limitAt = (stored: StoredLimit, nowMs: number): Limit => settleLimit(stored, nowMs).current;

/**
 * Applies a change: a tighter limit takes effect at once and drops the pending one; a looser one waits; the current one
 * cancels a pending looser one. Requesting the pending limit again changes nothing, so that a repeated call does not
 * restart the wait.
 */
export function changeLimit(
  stored: StoredLimit,
  requested: Limit,
  { nowMs, waitMs }: { readonly nowMs: number; readonly waitMs: number },
): StoredLimit {
  const { current, next } = settleLimit(stored, nowMs);
  if (isTighter(requested, current)) return { current: requested, next: null };
  if (isSame(requested, current)) return { current, next: null };
  if (next !== null && isSame(next.limit, requested)) return { current, next };
  return { current, next: { limit: requested, fromMs: nowMs + waitMs } };
}
