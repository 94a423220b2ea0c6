import { beatLease } from '../platform/lease.ts';
import { transactOnce } from '../platform/transact.ts';
import { type BatchSize, createBatchSize } from './batch-size.ts';
import { createInbox, gatherInbox, gatherOwn, hearQuestion } from './gather.ts';
import type { Ticks } from './product.ts';
import type { Term } from './shard-parts.ts';
import { takeTurn } from './take-turn.ts';
import { subjectOf } from './wire.ts';

const BEAT_EVERY_MS = 200;
const NEWS_EVERY_MS = 100;
const INBOX_EVERY_MS = 500;
/** How soon a command is tried again whose accounts somebody holds. */
const DEFERRED_EVERY_MS = 5;

/** What comes from outside the loop between two turns. */
export type Arrivals = {
  takeTicks(): readonly Ticks[];
  /** Until something comes, or so long. */
  untilNews(withinMs: number): Promise<void>;
  wake(): void;
};

/** Gathers, decides, commits and answers until the signal ends it or the lease is lost, which throws. */
export async function serveTerm<State, Command, Facts, Rows>(
  term: Term<State, Command, Facts, Rows>,
  arrivals: Arrivals,
  signal: AbortSignal,
): Promise<void> {
  const leave = term.bus.answer(subjectOf(term.shard.name), (said, reply) => {
    hearQuestion(term, said, reply);
    arrivals.wake();
  });
  const inbox = createInbox(term, arrivals.wake);
  const [size, due] = [createBatchSize(), { beatMs: 0, newsMs: 0, inboxMs: 0 }];
  /** The database's clock by ours: for what is only shown, and to know when to look. */
  let aheadMs = 0;
  try {
    while (!signal.aborted || term.queue.size > 0) {
      if (signal.aborted) leave(); // Whoever asks now is told at once that nobody is there.
      const [startedMs, nowMs] = [performance.now(), Date.now() + aheadMs];
      const nextDueMs = gatherOwn(term, { ticks: arrivals.takeTicks(), nowMs });
      await gatherInbox(term, inbox.take());
      if (startedMs >= due.inboxMs) {
        inbox.look();
        due.inboxMs = startedMs + INBOX_EVERY_MS;
      }
      const batch = term.queue.take(size.now());
      if (batch.length > 0) {
        await takeTurn(term, batch);
        due.beatMs = performance.now() + BEAT_EVERY_MS;
        noteSize(size, batch.length, startedMs);
      } else if (startedMs >= due.beatMs) {
        const tellRefused = term.queue.takeRefused();
        aheadMs = (await beatLease(transactOnce(term.db), term.lease)).getTime() - Date.now();
        tellRefused();
        due.beatMs = performance.now() + BEAT_EVERY_MS;
      }
      tellNews(term, due, nowMs);
      if (!term.queue.hasNew) await arrivals.untilNews(restMs(term, due, { nextDueMs, nowMs }));
    }
  } finally {
    leave();
  }
}

type Due = { beatMs: number; newsMs: number; inboxMs: number };

const noteSize = (size: BatchSize, commands: number, startedMs: number) =>
  size.note({ size: commands, tookMs: performance.now() - startedMs });

function tellNews<State, Command, Facts, Rows>(
  { product, state, bus, meter, queue, log }: Term<State, Command, Facts, Rows>,
  due: Due,
  nowMs: number,
): void {
  const sinceStartMs = performance.now();
  if (sinceStartMs < due.newsMs) return;
  due.newsMs = sinceStartMs + NEWS_EVERY_MS;
  try {
    for (const { subject, message } of product.news(state, nowMs)) bus.hint(subject, message);
  } catch (error) {
    log.error({ error: String(error) }, 'news could not be told'); // Nothing that is only shown may stop what is traded.
  }
  meter.waiting(queue.size);
}

/** Until something is due. */
function restMs<State, Command, Facts, Rows>(
  { queue }: Term<State, Command, Facts, Rows>,
  due: Due,
  { nextDueMs, nowMs }: { readonly nextDueMs: number | undefined; readonly nowMs: number },
): number {
  if (queue.size > 0) return DEFERRED_EVERY_MS;
  const soonest = Math.min(due.beatMs, due.newsMs, due.inboxMs) - performance.now();
  return Math.max(0, Math.min(soonest, nextDueMs === undefined ? soonest : nextDueMs - nowMs));
}
