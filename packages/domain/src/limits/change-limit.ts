import { isSame, isTighter, type Limit, NO_LIMIT, stillHolding } from './limit.ts';

/** What holds, and a looser value that takes over at its time. */
export type StoredLimit = {
  readonly current: Limit;
  readonly next: { readonly limit: Limit; readonly fromMs: number } | null;
};

export const NOTHING_STORED: StoredLimit = { current: NO_LIMIT, next: null };

/** The same limit as it stands now: what waited long enough has taken over, and a break that is over is gone. */
export function settleLimit({ current, next }: StoredLimit, nowMs: number): StoredLimit {
  if (next !== null && next.fromMs <= nowMs) return { current: stillHolding(next.limit, nowMs), next: null };
  const held = stillHolding(current, nowMs);
  if (next === null) return { current: held, next };
  const limit = stillHolding(next.limit, nowMs);
  // Both are over: nothing is left to wait for.
  return { current: held, next: isSame(limit, held) ? null : { limit, fromMs: next.fromMs } };
}

/** What holds now. */
export const limitAt = (stored: StoredLimit, nowMs: number): Limit => settleLimit(stored, nowMs).current;

/**
 * Tighter holds at once and drops what waits; looser waits; the same as now takes a wish for looser back. Asking again
 * for what already waits changes nothing, so that a repeated call does not begin the wait anew.
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
