import type { Options } from '../withdrawals-query.ts';

/** Why a user can withdraw nothing now. */
export type Blocked =
  | { readonly because: 'stopped' | 'identity' | 'incident' | 'none' }
  | { readonly because: 'held'; readonly untilMs: number };

type Holds = Pick<Options, 'is_stopped' | 'level' | 'has_incident' | 'held_until'>;

/** Returns what keeps a user from every withdrawal, the reason that the user can do least about first. */
export function holdOf(
  { is_stopped: isStopped, level, has_incident: hasIncident, held_until: heldUntil }: Holds,
  nowMs: number,
): Blocked | undefined {
  if (isStopped) return { because: 'stopped' };
  if (level < 1) return { because: 'identity' };
  if (hasIncident) return { because: 'incident' };
  if (heldUntil !== null && heldUntil > nowMs) return { because: 'held', untilMs: heldUntil };
  return undefined;
}

/** Returns why nothing can be withdrawn to an address; undefined if something can. */
export const blockOf = (options: Options, nowMs: number): Blocked | undefined =>
  holdOf(options, nowMs) ?? (options.list.length === 0 ? { because: 'none' } : undefined);
