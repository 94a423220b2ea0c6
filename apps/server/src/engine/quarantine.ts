/** How long commands of a user, or with a trigger's key, are not executed after one of them failed alone. */
const QUARANTINE_MS = 60_000;
/**
 * Failures of a trigger within that time before it is quarantined: the product may give up by itself, and until then other
 * commands may wait for it.
 */
const TRIGGER_FAILURES_MAX = 3;
/** Beyond this the oldest entries are forgotten early: failing commands are rare. */
const ENTRIES_MAX = 10_000;

/**
 * Users and triggers whose command failed. Each failure costs a reload of the whole state, so the next one has to wait.
 * Kept in memory: a new leader starts without any.
 */
export type Quarantine = {
  hasUser(userId: bigint): boolean;
  addUser(userId: bigint): void;
  hasTrigger(key: string): boolean;
  /** Counts a failure, and returns whether the trigger is quarantined from now on. */
  addFailure(key: string): boolean;
};

type Failures = { readonly count: number; readonly untilMs: number };

export function createQuarantine(nowMs: () => number = () => performance.now()): Quarantine {
  const entries = new Map<string, Failures>();
  const countOf = (name: string) => {
    const entry = entries.get(name);
    return entry !== undefined && entry.untilMs > nowMs() ? entry.count : 0;
  };
  const add = (name: string) => {
    const count = countOf(name) + 1;
    for (const [other, { untilMs }] of entries)
      if (untilMs <= nowMs() || entries.size >= ENTRIES_MAX) entries.delete(other);
    entries.set(name, { count, untilMs: nowMs() + QUARANTINE_MS });
    return count;
  };
  return {
    hasUser: (userId) => countOf(`user:${userId}`) > 0,
    addUser: (userId) => void add(`user:${userId}`),
    hasTrigger: (key) => countOf(`trigger:${key}`) > TRIGGER_FAILURES_MAX,
    addFailure: (key) => add(`trigger:${key}`) > TRIGGER_FAILURES_MAX,
  };
}
