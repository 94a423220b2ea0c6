import { type Decision, ok, refuse } from '@app/base';

/** Maximum attempts within a number of seconds, counted from the first. */
export type AttemptLimit = { readonly count: number; readonly seconds: number };

/** A counter including this attempt. */
export type Counted = { readonly count: number; readonly secondsLeft: number; readonly limit: AttemptLimit };

/** Requires every counter to allow the attempt; a refusal reports the longest wait, after which a retry can pass. */
export function checkAttempts(counters: readonly Counted[]): Decision<true, 'too_many_requests'> {
  const full = counters.filter(({ count, limit }) => count > limit.count);
  if (full.length === 0) return ok(true);
  const seconds = Math.max(1, ...full.map(({ secondsLeft }) => secondsLeft));
  return refuse('too_many_requests', { seconds: `${seconds}` });
}
