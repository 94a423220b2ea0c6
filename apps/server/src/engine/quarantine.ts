/** How long commands of a user, or with a trigger's key, are not executed after one of them failed alone. */
const QUARANTINE_MS = 60_000;
/** Beyond this the oldest entries are released early: failing commands are rare. */
const ENTRIES_MAX = 10_000;

/**
 * Users and triggers whose command failed alone. Each failure costs a reload of the whole state, so the next one has to
 * wait. Kept in memory: a new leader starts without any.
 */
export type Quarantine = { has(name: string): boolean; add(name: string): void };

export const userQuarantine = (userId: bigint): string => `user:${userId}`;
export const triggerQuarantine = (key: string): string => `trigger:${key}`;

export function createQuarantine(nowMs: () => number = () => performance.now()): Quarantine {
  const untilMs = new Map<string, number>();
  return {
    has: (name) => (untilMs.get(name) ?? 0) > nowMs(),
    add: (name) => {
      for (const [other, until] of untilMs) if (until <= nowMs() || untilMs.size >= ENTRIES_MAX) untilMs.delete(other);
      untilMs.set(name, nowMs() + QUARANTINE_MS);
    },
  };
}
