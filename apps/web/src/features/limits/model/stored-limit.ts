import { type LimitKind, limitSettings, NOTHING_STORED, type StoredLimit } from '@app/domain/limits';
import type { Output } from '@app/protocol';
import type { readLimits } from '@app/protocol/limits';

type Limits = Output<typeof readLimits>;

const HOUR_MS = 3_600_000;

/** How long a looser value waits, unless an operator changed it; the server's answer names the true moment. */
export const LOOSEN_AFTER_MS = limitSettings.loosenAfter.initial * HOUR_MS;

/** One kind in the domain's words; what the server does not name was never set. */
export function storedLimit({ list }: Limits, kind: LimitKind): StoredLimit {
  const found = list.find((limit) => limit.kind === kind);
  if (found === undefined) return NOTHING_STORED;
  const { amount, until, next } = found;
  return {
    current: { amount, untilMs: until },
    next: next === null ? null : { limit: { amount: next.amount, untilMs: next.until }, fromMs: next.from },
  };
}

/** Whether a wish has to wait, as the answer to it says: what was foretold may be from before somebody's other change. */
export const hasToWait = (limits: Limits, kind: LimitKind): boolean => storedLimit(limits, kind).next !== null;
