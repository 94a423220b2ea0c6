import { beatLease } from '../platform/lease.ts';
import type { Log } from '../platform/log.ts';
import { transactOnce } from '../platform/transact.ts';
import { layAside } from './lay-aside.ts';
import { loadState } from './load-state.ts';
import type { Waiting } from './queue.ts';
import { runBatch, type Settled } from './run-batch.ts';
import type { Term } from './shard-parts.ts';

/**
 * Runs a batch and answers its callers. Where it fails and the lease still stands, the fault is in the batch: the state is
 * loaded anew and the commands run one by one, so that a bad one stops only itself. Where the lease does not stand, or
 * nobody can say, the term is over; what was in the batch is asked again from the records by whoever owns the shard next.
 */
export async function takeTurn<State, Command, Facts, Rows>(
  term: Term<State, Command, Facts, Rows>,
  batch: readonly Waiting<Command>[],
): Promise<void> {
  const tellRefused = term.queue.takeRefused();
  try {
    finish(term, await runBatch(term, batch));
    tellRefused();
  } catch (error) {
    await standOrLeave(term, batch);
    term.log.error({ error: String(error), commands: batch.length }, 'a batch failed; its commands run one by one');
    await runAlone(term, batch);
  }
}

/** Throws where this process is owner no more; the batch then waits for whoever is. */
async function standOrLeave<State, Command, Facts, Rows>(
  term: Term<State, Command, Facts, Rows>,
  batch: readonly Waiting<Command>[],
): Promise<void> {
  try {
    await beatLease(transactOnce(term.db), term.lease);
    term.state = await loadState(term);
    term.hearAgain();
  } catch (error) {
    term.queue.putBack(batch);
    throw error;
  }
}

/**
 * Also a batch of one is run once more: what failed may have been the moment, or somebody else's haste. Whoever must wait is
 * put back in order, and their later commands with them.
 */
async function runAlone<State, Command, Facts, Rows>(
  term: Term<State, Command, Facts, Rows>,
  batch: readonly Waiting<Command>[],
): Promise<void> {
  const left: Waiting<Command>[] = [];
  const mustWait = ({ userId }: Waiting<Command>) => userId !== undefined && left.some((it) => it.userId === userId);
  for (const [at, waiting] of batch.entries()) {
    if (mustWait(waiting)) left.push(waiting);
    else {
      try {
        const result = await runBatch(term, [waiting]);
        left.push(...result.deferred);
        finish(term, { ...result, deferred: [] });
      } catch (error) {
        await standOrLeave(term, [...left, ...batch.slice(at)]);
        await bury(term, waiting, error);
      }
    }
  }
  term.queue.putBack(left);
}

/** Its caller is told that it is our fault. */
async function bury<State, Command, Facts, Rows>(
  term: Term<State, Command, Facts, Rows>,
  waiting: Waiting<Command>,
  cause: unknown,
): Promise<void> {
  await layAside(term, waiting, cause).catch((error: unknown) => {
    term.queue.putBack([waiting]);
    throw error;
  });
  term.queue.settle(waiting, { refused: 'internal' });
}

/**
 * After the commit: answers first, then whoever else wants to know. Said as soon as the next batch, if there is one, has its
 * first statement on the way, and so before it decides anything: to talk while the database works is a tenth of the time.
 */
function finish<State, Command, Facts, Rows>(
  { queue, product, bus, state, log }: Term<State, Command, Facts, Rows>,
  { settled, deferred, rows }: Settled<Command, Rows>,
): void {
  queue.putBack(deferred);
  setImmediate(() => {
    for (const { waiting, reply } of settled) attempt(log, () => queue.settle(waiting, reply));
    attempt(log, () => {
      for (const { subject, message } of product.tell(state, rows)) bus.hint(subject, message);
    });
  });
}

/** What is committed is committed: whoever could not be told asks again. */
function attempt(log: Log, tell: () => void): void {
  try {
    tell();
  } catch (error) {
    log.error({ error: String(error) }, 'somebody could not be told');
  }
}
