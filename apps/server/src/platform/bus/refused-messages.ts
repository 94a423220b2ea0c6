import type { Log } from '../process/log.ts';

/** Kinds of signed messages, and why one is not accepted. */
export type RefusedKind = 'command' | 'answer' | 'push';
export type RefusalReason = 'forged' | 'repeated' | 'stale';

/** Messages that claimed to come from one of our processes and were ignored. */
export type RefusedMessages = {
  note(kind: RefusedKind, reason: RefusalReason, subject: string): void;
  /** Counts since the start, by kind. */
  counts(): Readonly<Record<RefusedKind, number>>;
};

const LOG_EVERY_MS = 10_000;

/** Counts refused messages and logs the first of each kind at once, then a summary at most every ten seconds. */
export function createRefusedMessages(log: Log, nowMs: () => number = Date.now): RefusedMessages {
  const counts = { command: 0, answer: 0, push: 0 };
  const silent = new Map<RefusedKind, { untilMs: number; count: number }>();
  return {
    note: (kind, reason, subject) => {
      counts[kind] += 1;
      const last = silent.get(kind);
      if (last !== undefined && nowMs() < last.untilMs) {
        last.count += 1;
        return;
      }
      silent.set(kind, { untilMs: nowMs() + LOG_EVERY_MS, count: 0 });
      log.warn({ kind, reason, subject, unlogged: last?.count ?? 0 }, 'bus.message_refused');
    },
    counts: () => ({ ...counts }),
  };
}
