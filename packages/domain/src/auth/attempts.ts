import { type Decision, ok, refuse } from '@app/base';

/** So many attempts within so many seconds, counted from the first. */
export type AttemptLimit = { readonly count: number; readonly seconds: number };

/** A counter after this attempt was added to it. */
export type Counted = { readonly count: number; readonly secondsLeft: number; readonly limit: AttemptLimit };

/** Every counter must allow the attempt; the longest wait is the one that helps the caller. */
export function checkAttempts(counters: readonly Counted[]): Decision<true, 'too_many_requests'> {
  const full = counters.filter(({ count, limit }) => count > limit.count);
  if (full.length === 0) return ok(true);
  const seconds = Math.max(1, ...full.map(({ secondsLeft }) => secondsLeft));
  return refuse('too_many_requests', { seconds: `${seconds}` });
}
